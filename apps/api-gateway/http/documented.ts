import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';

interface Presence {
  required?: boolean;
  nullable?: boolean;
}

/**
 * What a field looks like in the API document. The rules of fields say it once beside what they check, so that the
 * document cannot promise anything else; the default is what the class itself starts the field with.
 */
export function documented(
  schema: ApiPropertyOptions,
  { required = false, nullable = false }: Presence = {},
): PropertyDecorator {
  return (object, property) => {
    const initial = (new (object.constructor as new () => object)() as Record<string | symbol, unknown>)[property];
    ApiProperty({
      ...schema,
      required,
      ...(nullable ? { nullable } : {}),
      ...(initial === undefined ? {} : { default: initial }),
    } as ApiPropertyOptions)(object, property);
  };
}

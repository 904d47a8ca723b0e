import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  registerDecorator,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { documented } from './documented.js';
import { ADAPTIVE_SCHEDULE, cronProblem } from '@govcrawler/core';

/*
 * The rules of fields that people set. Unlike in queries, null means something: it empties a field that may be empty
 * and is refused elsewhere. A field that is not sent stays as it is.
 */

interface EditOptions {
  required?: boolean;
  nullable?: boolean;
}

const when = ({ required = false, nullable = false }: EditOptions) =>
  ValidateIf((_object, value) => !((value === undefined && !required) || (value === null && nullable)));

/** A rule with words of its own; `explain` says in Chinese what is wrong, or null. */
export function ExplainedField(explain: (value: unknown) => string | null): PropertyDecorator {
  return (object, property) => {
    registerDecorator({
      name: `explained_${String(property)}`,
      target: object.constructor,
      propertyName: String(property),
      validator: {
        validate: (value: unknown) => explain(value) === null,
        defaultMessage: (args) => explain(args?.value) ?? '不正确',
      },
    });
  };
}

/** Text that shows something; where nothing may be said, an empty one says nothing. */
export const EditText = ({ max, ...rest }: { max: number } & EditOptions) =>
  applyDecorators(
    documented({ type: 'string', maxLength: max }, rest),
    when(rest),
    Transform(({ value }) => (typeof value === 'string' ? value.trim() || (rest.nullable ? null : '') : value)),
    IsString({ message: '必须是文本' }),
    MaxLength(max, { message: `不能超过 ${max} 个字符` }),
    ExplainedField((value) => (typeof value !== 'string' || /[^\s\p{C}]/u.test(value) ? null : '不能为空')),
  );

/** An address that can be crawled. */
export const EditUrl = ({ max, ...rest }: { max: number } & EditOptions) =>
  applyDecorators(
    documented({ type: 'string', format: 'uri', maxLength: max }, rest),
    when(rest),
    Transform(({ value }) => (typeof value === 'string' ? value.trim() : value)),
    MaxLength(max, { message: `不能超过 ${max} 个字符` }),
    ExplainedField(urlProblem),
  );

/** A cron of five fields, or "adaptive". */
export const EditCron = (options: EditOptions = {}) =>
  applyDecorators(
    documented({ type: 'string', maxLength: 100, example: '0 8 * * 1-5' }, options),
    when(options),
    Transform(({ value }) => (typeof value === 'string' ? value.trim() || null : value)),
    MaxLength(100, { message: '不能超过 100 个字符' }),
    ExplainedField((value) => {
      if (typeof value !== 'string') return '必须是文本';
      if (value.toLowerCase() === ADAPTIVE_SCHEDULE) return null;
      return cronProblem(value)?.messageZh ?? null;
    }),
  );

export const EditBoolean = (options: EditOptions = {}) =>
  applyDecorators(
    documented({ type: 'boolean' }, options),
    when(options),
    IsBoolean({ message: '必须是 true 或 false' }),
  );

export const EditChoice = (choices: readonly string[], options: EditOptions = {}) =>
  applyDecorators(
    documented({ type: 'string', enum: [...choices] }, options),
    when(options),
    IsIn(choices, { message: `只能是 ${choices.join('、')} 之一` }),
  );

/** A number, whole or not. */
export const EditNumber = ({ min, max, ...rest }: { min: number; max: number } & EditOptions) =>
  applyDecorators(
    documented({ type: 'number', minimum: min, maximum: max }, rest),
    when(rest),
    IsNumber({ allowNaN: false, allowInfinity: false }, { message: '必须是数字' }),
    Min(min, { message: `不能小于 ${min}` }),
    Max(max, { message: `不能大于 ${max}` }),
  );

export const EditSeconds = (options: EditOptions = {}) => EditNumber({ min: 0, max: 86_400, ...options });

export const EditId = (options: EditOptions = {}) =>
  applyDecorators(
    documented({ type: 'integer', minimum: 1, maximum: 2_147_483_647 }, options),
    when(options),
    IsInt({ message: '必须是整数' }),
    Min(1, { message: '不能小于 1' }),
    Max(2_147_483_647, { message: '不能大于 2147483647' }),
  );

/** A JSON object; what is in it is checked by whoever knows. */
export const EditObject = (options: EditOptions = {}) =>
  applyDecorators(
    documented({ type: 'object', additionalProperties: true }, options),
    when(options),
    ExplainedField((value) =>
      value !== null && typeof value === 'object' && !Array.isArray(value) ? null : '必须是对象',
    ),
  );

/** An object with rules of its own. */
export const NestedField = (type: new () => object, options: EditOptions = {}) =>
  applyDecorators(
    documented({ type }, options),
    documented({ type: () => type }, options),
    when(options),
    ExplainedField((value) =>
      value !== null && typeof value === 'object' && !Array.isArray(value) ? null : '必须是对象',
    ),
    ValidateNested({ message: '必须是对象' }),
    Type(() => type),
  );

/** Hosts, with their ports where they have one. */
export const HostListField = ({ max }: { max: number }) =>
  applyDecorators(
    documented({ type: 'string', isArray: true, maxItems: max }, {}),
    when({}),
    IsArray({ message: '必须是列表' }),
    ArrayMaxSize(max, { message: `一次最多 ${max} 项` }),
    Matches(/^[A-Za-z0-9.-]{1,253}(?::\d{1,5})?$/, { each: true, message: '必须是主机名' }),
  );

/** Row numbers. */
export const IdListField = ({ max }: { max: number }) =>
  applyDecorators(
    documented(
      { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1, maxItems: max },
      { required: true },
    ),
    IsArray({ message: '必须是列表' }),
    ArrayNotEmpty({ message: '不能为空' }),
    ArrayMaxSize(max, { message: `一次最多 ${max} 项` }),
    IsInt({ each: true, message: '必须是正整数' }),
    Min(1, { each: true, message: '必须是正整数' }),
    Max(Number.MAX_SAFE_INTEGER, { each: true, message: '必须是正整数' }),
  );

/** What is wrong with an address that is to be crawled, in Chinese; null when nothing is. */
export function urlProblem(value: unknown): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return '必须是完整的网址';
  const { protocol, username, password, hostname } = new URL(value);
  if (protocol !== 'http:' && protocol !== 'https:') return '必须以 http:// 或 https:// 开头';
  if (username !== '' || password !== '') return '不能包含用户名或密码';
  return hostname === '' || /[\s\p{C}]/u.test(value) ? '必须是完整的网址' : null;
}

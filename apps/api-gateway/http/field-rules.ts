import { applyDecorators } from '@nestjs/common';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsObject,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { documented } from './documented.js';

/*
 * The rules that fields of queries and bodies are made of, with their Chinese messages. Query values arrive as strings
 * and are converted here; a value that cannot be converted is left as it is, for the rule to refuse.
 */

const CODE = /^[\w.-]{1,200}$/;
const DAY_HINT = '必须是存在的日期，格式为 YYYY-MM-DD';
const MOMENT_HINT = '必须是带时区的时间，例如 2025-11-18T02:00:00Z';

interface Presence {
  required?: boolean;
}

/** Left out is not the same as null: nobody expects null where a default, or nothing, is meant. */
const presence = ({ required = false }: Presence) =>
  required ? [] : [ValidateIf((_object, value) => value !== undefined)];
const CODE_SCHEMA = { type: 'string', pattern: CODE.source } as const;

/** A whole number, in a query or a body. */
export const IntField = ({ min, max, ...rest }: { min: number; max: number } & Presence) =>
  applyDecorators(
    documented({ type: 'integer', minimum: min, maximum: max }, rest),
    ...presence(rest),
    Transform(({ value }) => (typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value)),
    IsInt({ message: '必须是整数' }),
    Min(min, { message: `不能小于 ${min}` }),
    Max(max, { message: `不能大于 ${max}` }),
  );

/** true or false, as JSON or as the words. */
export const BooleanField = (options: Presence = {}) =>
  applyDecorators(
    documented({ type: 'boolean' }, options),
    ...presence(options),
    Transform(({ value }) => (value === 'true' ? true : value === 'false' ? false : value)),
    IsBoolean({ message: '必须是 true 或 false' }),
  );

/** Free text, trimmed. Empty counts as absent. What a database cannot take is the repositories' matter. */
export const TextField = ({ max, ...rest }: { max: number } & Presence) =>
  applyDecorators(
    documented({ type: 'string', maxLength: max }, rest),
    ...presence(rest),
    Transform(({ value }) => (typeof value === 'string' ? value.trim() || undefined : value)),
    IsString({ message: '必须是文本' }),
    MaxLength(max, { message: `不能超过 ${max} 个字符` }),
  );

/** A site or target code. */
export const CodeField = (options: Presence = {}) =>
  applyDecorators(
    documented(CODE_SCHEMA, options),
    ...presence(options),
    Transform(({ value }) => (value === '' ? undefined : value)),
    IsString({ message: '必须是文本' }),
    Matches(CODE, { message: '只能包含字母、数字、点、下划线和连字符' }),
  );

/** Several codes at once. */
export const CodeListField = ({ max }: { max: number }) =>
  applyDecorators(
    documented({ type: 'array', items: CODE_SCHEMA, minItems: 1, maxItems: max }, { required: true }),
    IsArray({ message: '必须是列表' }),
    ArrayNotEmpty({ message: '不能为空' }),
    ArrayMaxSize(max, { message: `一次最多 ${max} 项` }),
    IsString({ each: true, message: '必须是文本' }),
    Matches(CODE, { each: true, message: '只能包含字母、数字、点、下划线和连字符' }),
  );

/** One of a few words. */
export const ChoiceField = (choices: readonly string[], options: Presence = {}) =>
  applyDecorators(
    documented({ type: 'string', enum: [...choices] }, options),
    ...presence(options),
    Transform(({ value }) => (value === '' ? undefined : value)),
    IsIn(choices, { message: `只能是 ${choices.join('、')} 之一` }),
  );

/** Several of a few words. */
export const ChoiceListField = (choices: readonly string[]) =>
  applyDecorators(
    documented(
      { type: 'array', items: { type: 'string', enum: [...choices] }, minItems: 1, maxItems: choices.length },
      { required: true },
    ),
    IsArray({ message: '必须是列表' }),
    ArrayNotEmpty({ message: '不能为空' }),
    ArrayMaxSize(choices.length, { message: `一次最多 ${choices.length} 项` }),
    IsIn(choices, { each: true, message: `只能是 ${choices.join('、')} 之一` }),
  );

/** A day that exists, YYYY-MM-DD. */
export const DayField = (options: Presence = {}) =>
  applyDecorators(
    documented({ type: 'string', format: 'date' }, options),
    ...presence(options),
    Transform(({ value }) => (value === '' ? undefined : value)),
    Matches(/^[12]\d{3}-\d{2}-\d{2}$/, { message: DAY_HINT }),
    IsISO8601({ strict: true }, { message: DAY_HINT }),
  );

/** A moment in ISO 8601, with its time zone. */
export const MomentField = (options: Presence = {}) =>
  applyDecorators(
    documented({ type: 'string', format: 'date-time' }, options),
    ...presence(options),
    Matches(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/, { message: MOMENT_HINT }),
    IsISO8601({ strict: true }, { message: MOMENT_HINT }),
  );

/** A word of a given form; `hint` says in Chinese which. */
export const PatternField = (pattern: RegExp, hint: string, options: Presence = {}) =>
  applyDecorators(
    documented({ type: 'string', pattern: pattern.source }, options),
    ...presence(options),
    IsString({ message: '必须是文本' }),
    Matches(pattern, { message: hint }),
  );

/** Several of what another class describes. */
export const ListOfField = (type: new () => object, { max }: { max: number }) =>
  applyDecorators(
    documented({ type, isArray: true, minItems: 1, maxItems: max }, { required: true }),
    IsArray({ message: '必须是列表' }),
    ArrayNotEmpty({ message: '不能为空' }),
    ArrayMaxSize(max, { message: `一次最多 ${max} 项` }),
    // A list in the list is nothing to validate, and would pass.
    IsObject({ each: true, message: '必须是对象' }),
    ValidateNested({ each: true, message: '必须是对象' }),
    Type(() => type),
  );

/** Whether a path segment can be the code of something. */
export function isCode(value: string): boolean {
  return CODE.test(value);
}

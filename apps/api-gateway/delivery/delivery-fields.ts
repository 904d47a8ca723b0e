import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsArray, IsInt, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import { DELIVERED_PARTS, type DeliveredPart, type DeliveryFilter } from '@govcrawler/contracts';
import { documented } from '../http/documented.js';
import { PatternField, TextField } from '../http/field-rules.js';
import { ALL_PARTS, type PartSet } from './deliver-documents.js';

const MAX_WISHES = 100;
const CURSOR = /^[\w-]{1,64}$/;
const CODES = /^[\w.-]{1,100}(,[\w.-]{1,100}){0,99}$/;
const IDS = /^\d{1,9}(,\d{1,9}){0,99}$/;
const PARTS = new RegExp(`^(none|(${DELIVERED_PARTS.join('|')})(,(${DELIVERED_PARTS.join('|')})){0,3})$`);

export const CursorField = (options: { required?: boolean } = {}) =>
  PatternField(CURSOR, '游标无效，请原样使用接口返回的游标', options);

const listField = (items: { type: string; maxLength?: number; minimum?: number }, rule: PropertyDecorator[]) =>
  applyDecorators(
    documented({ type: 'array', items, maxItems: MAX_WISHES } as Parameters<typeof documented>[0]),
    IsOptional(),
    IsArray({ message: '必须是列表' }),
    ArrayMaxSize(MAX_WISHES, { message: `最多 ${MAX_WISHES} 项` }),
    ...rule,
  );

const TextList = (max: number) =>
  listField({ type: 'string', maxLength: max }, [
    IsString({ each: true, message: '必须是文本' }),
    MaxLength(max, { each: true, message: `不能超过 ${max} 个字符` }),
  ]);

/** What a consumer asks for; empty or absent lists ask for everything. */
export class FilterBody {
  @TextList(100)
  siteCodes?: string[];

  @listField({ type: 'integer', minimum: 1 }, [
    IsInt({ each: true, message: '必须是整数' }),
    Min(1, { each: true, message: '不能小于 1' }),
  ])
  deptIds?: number[];

  @TextList(100)
  categories?: string[];
}

/** The same in a query, as lists with commas. */
export class FilterQueryV1 {
  @PatternField(CODES, '必须是站点编号，多个用逗号分隔')
  site?: string;

  @PatternField(IDS, '必须是部门编号，多个用逗号分隔')
  department?: string;

  @TextField({ max: 1000 })
  category?: string;

  @PatternField(PARTS, `必须是 none 或 ${DELIVERED_PARTS.join('、')} 的组合，用逗号分隔`)
  include?: string;
}

/** Undefined when nothing is asked for. */
export function filterOf({ site, department, category }: FilterQueryV1): DeliveryFilter | undefined {
  if (site === undefined && department === undefined && category === undefined) return undefined;
  return {
    ...(site === undefined ? {} : { siteCodes: site.split(',') }),
    ...(department === undefined ? {} : { deptIds: department.split(',').map(Number) }),
    ...(category === undefined ? {} : { categories: category.split(',') }),
  };
}

export function partsOf(include: string | undefined): PartSet {
  if (include === undefined) return ALL_PARTS;
  return new Set(include === 'none' ? [] : (include.split(',') as DeliveredPart[]));
}

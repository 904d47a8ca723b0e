import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { ProblemException } from './problem.js';

/** A row's number in a path. */
@Injectable()
export class IdPipe implements PipeTransform<string, number> {
  transform(value: string, { data = 'id' }: ArgumentMetadata): number {
    if (/^[1-9]\d{0,14}$/.test(value)) return Number(value);
    throw new ProblemException('validation_failed', { errors: [{ field: data, message: '必须是正整数' }] });
  }
}

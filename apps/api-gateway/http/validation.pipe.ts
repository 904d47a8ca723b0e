import { ValidationPipe } from '@nestjs/common';
import { type ValidationError } from 'class-validator';
import { ProblemException } from './problem.js';

/** Leaves parameters of paths as they came: made numbers here, 0x1 and 1e0 would be as good as 1. */
class FieldValidation extends ValidationPipe {
  protected override transformPrimitive(value: unknown): unknown {
    return value;
  }
}

/** Refuses what a query or body class does not name, and says for every field what is wrong with it. */
export function createValidationPipe(): ValidationPipe {
  return new FieldValidation({
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    transform: true,
    // Values of refused fields are not echoed: a password in the wrong place would end in a log.
    validationError: { target: false, value: false },
    exceptionFactory: (errors) =>
      new ProblemException('validation_failed', { errors: errors.flatMap((error) => toFieldErrors(error)) }),
  });
}

/** Fields inside lists are named by their whole path, e.g. targets.2.name. */
function toFieldErrors(error: ValidationError, parent = ''): { field: string; message: string }[] {
  const field = `${parent}${error.property}`;
  const inside = (error.children ?? []).flatMap((child) => toFieldErrors(child, `${field}.`));
  if (inside.length > 0) return inside;
  const constraints = error.constraints ?? {};
  const message =
    'whitelistValidation' in constraints ? '不支持此参数' : [...new Set(Object.values(constraints))].join('；');
  return message ? [{ field, message }] : [];
}

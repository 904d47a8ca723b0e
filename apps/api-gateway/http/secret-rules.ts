import { applyDecorators } from '@nestjs/common';
import { IsOptional, IsString, Length } from 'class-validator';
import { documented } from './documented.js';

const MIN_PASSWORD = 8;

/** A secret that somebody types: neither trimmed nor cleaned, and never echoed. */
export const SecretField = ({ max, message = '必须填写' }: { max: number; message?: string }) =>
  applyDecorators(
    documented({ type: 'string', format: 'password', minLength: 1, maxLength: max }, { required: true }),
    IsString({ message }),
    Length(1, max, { message }),
  );

/** A new password. */
export const PasswordField = () => newPassword({ required: true });

/** A new password, where it may also stay as it is. */
export const OptionalPasswordField = () => applyDecorators(newPassword({ required: false }), IsOptional());

const newPassword = (presence: { required: boolean }) =>
  applyDecorators(
    documented({ type: 'string', format: 'password', minLength: MIN_PASSWORD, maxLength: 1000 }, presence),
    IsString({ message: '必须是文本' }),
    Length(MIN_PASSWORD, 1000, { message: `长度必须是 ${MIN_PASSWORD} 到 1000 个字符` }),
  );

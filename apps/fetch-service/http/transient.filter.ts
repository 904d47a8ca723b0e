import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { type Response } from 'express';
import { TransientError } from '@govcrawler/core';

/** Something that every fetch needs is down for the moment: the caller may come again. */
@Catch(TransientError)
export class TransientFilter implements ExceptionFilter {
  catch(error: TransientError, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    if (response.headersSent) return void response.destroy();
    response.status(503).json({ statusCode: 503, message: error.message, error: error.code });
  }
}

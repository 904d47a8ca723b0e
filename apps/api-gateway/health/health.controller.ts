import { Controller, Get } from '@nestjs/common';
import { Anonymous } from '../auth/anonymous.decorator.js';
import { GatewayInfrastructure } from '../gateway-infrastructure.js';
import { ProblemException } from '../http/problem.js';

/** Kept equal to package.json by a test. */
export const VERSION = '0.1.0';
const PING_MS = 3_000;

/** For orchestrators and people: is the process up, and can it work. */
@Controller()
@Anonymous()
export class HealthController {
  constructor(private readonly infrastructure: GatewayInfrastructure) {}

  @Get('healthz')
  healthz() {
    return { status: 'ok', service: 'api-gateway', mode: this.infrastructure.mode, version: VERSION };
  }

  @Get('readyz')
  async readyz() {
    const startedAt = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`No answer within ${PING_MS} ms`)), PING_MS);
    });
    try {
      await Promise.race([this.infrastructure.database.ping(), late]);
    } catch (error) {
      this.infrastructure.logger.warn({ err: error }, 'Database does not answer');
      throw new ProblemException('not_ready', { detail: '数据库没有响应' });
    } finally {
      clearTimeout(timer);
    }
    return { status: 'ready', database: { ms: Math.round(performance.now() - startedAt) } };
  }
}

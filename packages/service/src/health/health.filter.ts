import { type ArgumentsHost, Catch, type ExceptionFilter, ServiceUnavailableException } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/**
 * Always answers a failed health check in the same form. Without this filter, the application's error filter would
 * answer.
 */
@Catch(ServiceUnavailableException)
export class HealthFilter implements ExceptionFilter<ServiceUnavailableException> {
  async catch(error: ServiceUnavailableException, host: ArgumentsHost): Promise<void> {
    await host.switchToHttp().getResponse<FastifyReply>().code(error.getStatus()).send(error.getResponse());
  }
}

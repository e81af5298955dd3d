import { type ArgumentsHost, Catch, type ExceptionFilter, ServiceUnavailableException } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

/** Keeps the answer of a failed health check as it is, whatever form an application gives its own errors. */
@Catch(ServiceUnavailableException)
export class HealthFilter implements ExceptionFilter<ServiceUnavailableException> {
  async catch(error: ServiceUnavailableException, host: ArgumentsHost): Promise<void> {
    await host.switchToHttp().getResponse<FastifyReply>().code(error.getStatus()).send(error.getResponse());
  }
}

import { Get } from '@nestjs/common';
import { NeedsRight } from '@trading-platform/auth-core/nest';
import { apiPaths, flag, type OrderListAnswer } from '@trading-platform/domain-types';
import type { CompanyAnswer } from '../../../wire/index.js';
import { PlatformCalls } from '../../platform/platform-calls.js';
import { ConsoleApi } from '../../session/console-api.js';
import { SignedIn } from '../../session/session.guard.js';
import type { LiveSession } from '../../session/session-keeper.js';

/** The member of the signed-in user. */
@ConsoleApi('api/company')
export class CompanyController {
  constructor(private readonly platform: PlatformCalls) {}

  /** The data API has no call that names the caller's own member, so the name comes from one of its orders. */
  @Get()
  @NeedsRight('list')
  async name(@SignedIn() live: LiveSession): Promise<CompanyAnswer> {
    const asked = { limit: '1', with_names: flag.on };
    const body = await this.platform.clientOf(live).call(apiPaths.orderList, asked);
    const [order] = (body as unknown as OrderListAnswer).order_list;
    const name = order?.member_name_self ?? '';
    return name === '' ? {} : { name };
  }
}

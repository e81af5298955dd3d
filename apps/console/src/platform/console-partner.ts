import { flag, type Partner } from '@trading-platform/domain-types';
import type { PartnerAnswer } from '../../wire/index.js';

/** Converts a partner of the data API into the form that the page gets. */
export function consolePartner(partner: Partner): PartnerAnswer {
  return {
    memberCode: partner.member_code_partner,
    name: partner.member_name_partner,
    customerCode: partner.customer_code,
    isBlocked: partner.order_block_flg === flag.on,
  };
}

import { memberImport } from '@trading-platform/domain-types';
import type { Market } from '../market/market.js';
import { type RecordValues, recordText } from '../record-text.js';

const text = recordText(memberImport.fields);

/** The lines of the file of members. */
export function* memberLines({ members }: Market): Generator<string> {
  for (const member of members) {
    const values: RecordValues = {
      member_code: member.code,
      member_name: member.name,
      group_code: member.groupCode,
      group_name: member.groupName,
      member_group_code: member.memberGroupCode,
      head_office_member_code: member.headOffice?.code,
      fc_owner_member_code: member.fcOwner?.code,
      fc_owner_code: member.fcOwnerCode,
      tax_calc_method: member.taxCalcMethod,
      below_dec_point: member.belowDecPoint,
      invoice_member_kbn: member.invoiceMemberKbn,
      invoice_reg_no: member.invoiceRegNo,
    };
    yield text(values);
  }
}

import type { Member } from '../../member/member.js';

/** A row of the table `member`. */
export interface MemberRow {
  readonly member_code: string;
  readonly member_name: string;
  readonly group_code: string;
  readonly group_name: string;
  readonly member_group_code: string;
  readonly head_office_member_code: string;
  readonly fc_owner_member_code: string;
  readonly fc_owner_code: string;
  readonly tax_calc_method: string;
  readonly below_dec_point: string;
  readonly invoice_member_kbn: string;
  readonly invoice_reg_no: string;
}

export const memberColumns = [
  'member_code',
  'member_name',
  'group_code',
  'group_name',
  'member_group_code',
  'head_office_member_code',
  'fc_owner_member_code',
  'fc_owner_code',
  'tax_calc_method',
  'below_dec_point',
  'invoice_member_kbn',
  'invoice_reg_no',
] as const satisfies readonly (keyof MemberRow)[];

export function memberOf(row: MemberRow): Member {
  return {
    memberCode: row.member_code,
    memberName: row.member_name,
    groupCode: row.group_code,
    groupName: row.group_name,
    memberGroupCode: row.member_group_code,
    headOfficeMemberCode: row.head_office_member_code,
    fcOwnerMemberCode: row.fc_owner_member_code,
    fcOwnerCode: row.fc_owner_code,
    taxCalcMethod: row.tax_calc_method,
    belowDecPoint: row.below_dec_point,
    invoiceMemberKbn: row.invoice_member_kbn,
    invoiceRegNo: row.invoice_reg_no,
  };
}

/** The values of a member in the order of `memberColumns`. */
export function memberValues(member: Member): string[] {
  return [
    member.memberCode,
    member.memberName,
    member.groupCode,
    member.groupName,
    member.memberGroupCode,
    member.headOfficeMemberCode,
    member.fcOwnerMemberCode,
    member.fcOwnerCode,
    member.taxCalcMethod,
    member.belowDecPoint,
    member.invoiceMemberKbn,
    member.invoiceRegNo,
  ];
}

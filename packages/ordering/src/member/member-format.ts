import {
  invoiceMemberKbn,
  type MemberImport,
  memberImport,
  rounding,
  taxCalcMethod,
} from '@trading-platform/domain-types';
import { type LineFormat, savedWhole } from '../import/line-format.js';
import { type RemovalLine, removalFormat } from '../import/removal-format.js';
import { refuseField } from '../record/line-refusal.js';
import { makeRecordRenderer } from '../record/record-renderer.js';
import { expectRelations, oddRelations, type Relation, relationsOf } from '../record/relations.js';
import { oneOf } from '../record/value-checks.js';
import type { Member } from './member.js';
import { hasCheckDigit, isRegistrationNumber } from './registration-number.js';

const render = makeRecordRenderer(memberImport, {
  checks: {
    tax_calc_method: oneOf(Object.values(taxCalcMethod)),
    below_dec_point: oneOf(Object.values(rounding)),
    invoice_member_kbn: oneOf(Object.values(invoiceMemberKbn)),
    invoice_reg_no: (value) => (isRegistrationNumber(value) ? undefined : 'must be T and 13 digits'),
  },
});

const { refused, warned } = relationsOf<MemberImport>();

/** Rule "relations of a member": finds values that do not fit together. */
const relations: readonly Relation[] = [
  refused('invoice_reg_no', 'must be empty for a member that is exempt', (of) => {
    return of('invoice_member_kbn') === invoiceMemberKbn.exempt && of('invoice_reg_no') !== '';
  }),
  warned('invoice_reg_no', 'the check digit is wrong', (of) => {
    return of('invoice_reg_no') !== '' && !hasCheckDigit(of('invoice_reg_no'));
  }),
  warned('head_office_member_code', 'is the member itself, which is no head office of its own', (of) => {
    return of('head_office_member_code') === of('member_code');
  }),
  warned('fc_owner_member_code', 'is the member itself, which is no FC owner of its own', (of) => {
    return of('fc_owner_member_code') === of('member_code');
  }),
  warned('fc_owner_code', 'names an FC owner, but fc_owner_member_code is empty', (of) => {
    return of('fc_owner_code') !== '' && of('fc_owner_member_code') === '';
  }),
];

/** Converts a line of a `members` file to a member. A store may come before its head office in the file. */
export const memberFormat: LineFormat<Member> = {
  ...savedWhole,
  read(record) {
    render(record, '');
    const line = record as MemberImport;
    if (line.member_code === '') throw refuseField('member_code', 'is missing');
    expectRelations(relations, line);
    return {
      memberCode: line.member_code,
      memberName: line.member_name ?? '',
      groupCode: line.group_code ?? '',
      groupName: line.group_name ?? '',
      memberGroupCode: line.member_group_code ?? '',
      headOfficeMemberCode: line.head_office_member_code ?? '',
      fcOwnerMemberCode: line.fc_owner_member_code ?? '',
      fcOwnerCode: line.fc_owner_code ?? '',
      taxCalcMethod: line.tax_calc_method ?? '',
      belowDecPoint: line.below_dec_point ?? '',
      invoiceMemberKbn: line.invoice_member_kbn ?? '',
      invoiceRegNo: line.invoice_reg_no ?? '',
    };
  },
  warn: (_, record) => oddRelations(relations, record as object),
};

/**
 * Reads, from a line, the code of the member that is to be removed. A head office may come before its stores, even in an earlier
 * chunk of the file.
 */
export const memberRemovalFormat: LineFormat<RemovalLine> = {
  ...removalFormat(memberImport, ['member_code'], (line: MemberImport) => [[line.member_code]]),
  ...savedWhole,
  keyOf: ([key]) => key?.[0] ?? '',
};

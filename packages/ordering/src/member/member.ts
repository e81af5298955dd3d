/** A member of the platform: a buyer, a seller, or both. Absent values are `""`. */
export interface Member {
  readonly memberCode: string;
  readonly memberName: string;
  readonly groupCode: string;
  readonly groupName: string;
  readonly memberGroupCode: string;
  readonly headOfficeMemberCode: string;
  readonly fcOwnerMemberCode: string;
  readonly fcOwnerCode: string;
  readonly taxCalcMethod: string;
  readonly belowDecPoint: string;
  readonly invoiceMemberKbn: string;
  readonly invoiceRegNo: string;
}

/**
 * The request field that names a refused member: the member is unknown, is not visible to the caller, or lacks the required
 * relation (`E000008`).
 */
export type RefusedMember = 'member_code_self' | 'member_code_partner';

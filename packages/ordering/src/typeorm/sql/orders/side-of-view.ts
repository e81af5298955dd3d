import { lookedUp } from '../common/record-stream.js';
import { hasLineWith } from '../members/delivery-pair.js';
import { isSeen } from '../members/member-relations.js';

const headOffice = '(SELECT o.head_office_member_code FROM member o WHERE o.member_code = found.member_code_self)';

/**
 * The condition that the view `found` belongs to the buyer. For uploaded orders, the buyer is stored. For all other slips, the rule in Spec 4.5
 * determines the buyer.
 */
export const isBuyersView = `CASE
  WHEN EXISTS (SELECT 1 FROM upload_number u WHERE u.trade_id = found.trade_id ${lookedUp})
    THEN EXISTS (SELECT 1 FROM upload_number u
      WHERE u.trade_id = found.trade_id AND u.member_code_buyer = found.member_code_self ${lookedUp})
  ELSE ${hasLineWith('found.member_code_self', 'found.member_code_partner')}
    OR ${hasLineWith(headOffice, 'found.member_code_partner')}
  END`;

/** The condition that the caller `$1` may see the member to which the view `found` belongs. */
export const isVisibleView = `EXISTS (SELECT 1 FROM member WHERE member_code = found.member_code_self AND ${isSeen} ${lookedUp})`;

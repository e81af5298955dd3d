import type { TradeImport } from '@trading-platform/domain-types';
import type { InvoicingMember } from '../tax/header-amounts.js';

/** Whether a slip was ordered for an FC owner, or was imported with the amounts of an FC part. */
export function hasFcPart({ fc_owner_member_code = '', fc_trade_total = '' }: TradeImport): boolean {
  return fc_owner_member_code !== '' || fc_trade_total !== '';
}

/** Returns the seller's rules and invoice fields that the slip contains. */
export function sellerOf(view: TradeImport): InvoicingMember {
  return {
    taxCalcMethod: view.tax_calc_method ?? '',
    belowDecPoint: view.below_dec_point ?? '',
    invoiceMemberKbn: view.invoice_member_kbn ?? '',
    invoiceRegNo: view.invoice_reg_no ?? '',
  };
}

/** Returns the FC owner's rules and invoice fields that the slip contains. */
export function fcOwnerOf(view: TradeImport): InvoicingMember {
  return {
    taxCalcMethod: view.fc_tax_calc_method ?? '',
    belowDecPoint: view.fc_below_dec_point ?? '',
    invoiceMemberKbn: view.fc_invoice_member_kbn ?? '',
    invoiceRegNo: view.fc_invoice_reg_no ?? '',
  };
}

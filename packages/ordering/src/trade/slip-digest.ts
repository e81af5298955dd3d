import { digestOfParts } from '../record/digest.js';

/** What is stored of a slip besides its delivered bytes, apart from its update date and version. */
export interface SlipStoredPart {
  readonly memberCodePartner: string;
  readonly slipKind: string;
  readonly useAcSvc: string;
  readonly perusalFlg: string;
  readonly deliveryPlaceId: string;
  readonly plannedShippingDay: string;
  readonly receiptDay: string;
}

/** Stands for the content of one side's view: its delivered bytes and what is stored besides. */
export function slipDigest(body: Buffer, stored: SlipStoredPart): Buffer {
  const part = [
    stored.memberCodePartner,
    stored.slipKind,
    stored.useAcSvc,
    stored.perusalFlg,
    stored.deliveryPlaceId,
    stored.plannedShippingDay,
    stored.receiptDay,
  ];
  return digestOfParts(body, JSON.stringify(part));
}

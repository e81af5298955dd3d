import { digestOfParts } from '../record/digest.js';

/** The stored data of a slip besides its delivered bytes, without its update date and version. */
export interface SlipStoredPart {
  readonly memberCodePartner: string;
  readonly slipKind: string;
  readonly useAcSvc: string;
  readonly perusalFlg: string;
  readonly deliveryPlaceId: string;
  readonly plannedShippingDay: string;
  readonly receiptDay: string;
}

/** A digest of the content of one side's view: its delivered bytes and the data that are stored besides. */
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

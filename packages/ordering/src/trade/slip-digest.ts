import { digestOfParts } from '../record/digest.js';

/** The data that are stored for a slip but not delivered, without the slip's update date and version. */
export interface SlipStoredPart {
  readonly memberCodePartner: string;
  readonly slipKind: string;
  readonly useAcSvc: string;
  readonly perusalFlg: string;
  readonly deliveryPlaceId: string;
  readonly plannedShippingDay: string;
  readonly receiptDay: string;
}

/** Computes a digest of one side's view of a slip, from its delivered bytes and the other stored data. */
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

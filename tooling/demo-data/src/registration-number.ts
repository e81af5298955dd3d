/**
 * Registration number of a taxable corporation: `T`, the check digit, and its twelve further digits.
 * Check digit: 9 − (Σ Pₙ·Qₙ mod 9), n counted from the right of the twelve, Qₙ 1 for odd n and 2 for even n.
 */
export function registrationNumber(twelveDigits: string): string {
  let sum = 0;
  for (let n = 1; n <= 12; n++) {
    sum += Number(twelveDigits[12 - n]) * (n % 2 === 1 ? 1 : 2);
  }
  return `T${9 - (sum % 9)}${twelveDigits}`;
}

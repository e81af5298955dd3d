import type { ProductLine } from '../../../wire/index.js';
import { useTexts } from '../texts/use-texts.js';

/** Shows the price of a line for an order today, with the reason for this price. */
export function PriceWords({ line, unit }: { readonly line: ProductLine; readonly unit: string }) {
  const { t, format } = useTexts();
  const { price, fcPrice } = line;
  return (
    <div class="price">
      <p class="answer price-now">
        <span class="soft small">{t.partners.priceToday}</span>
        <strong>
          {format.yen(price)} {unit !== '' && <span class="soft small">{t.partners.per(unit)}</span>}
        </strong>
      </p>
      <p class="price-reason">{reasonOf()}</p>
      {fcPrice !== undefined && <p class="price-fc">{t.partners.fcPrice(format.yen(String(fcPrice)))}</p>}
    </div>
  );

  function reasonOf(): string {
    const { kind, basis, from, other } = line.reason;
    if (other === undefined) return price === '0' ? t.partners.noPrice : t.partners.listed;
    const [amount, day] = [other === '' ? '–' : format.yen(other), from === undefined ? '' : format.plainDay(from)];
    if (kind === 'listed') return t.partners.coming[basis](day, amount);
    return day === '' ? t.partners.approvedAtOnce(amount) : t.partners.approved[basis](day, amount);
  }
}

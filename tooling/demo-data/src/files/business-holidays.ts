import { businessHolidayImport } from '@trading-platform/domain-types';
import { dayText, momentText, weekdayOf } from '../calendar.js';
import type { Market } from '../market/market.js';
import { Random } from '../random.js';
import { recordText } from '../record-text.js';
import { allSellers } from './setting-lines.js';

const text = recordText(businessHolidayImport.fields);

const daysBefore = 180;
const daysAhead = 365;
const sunday = 0;
const turnOfTheYear = ['12-30', '12-31', '01-01', '01-02', '01-03'];
const officeOpens = 9 * 3_600;

/** The lines of the file of lead-time non-counting days, on which a seller does not work on orders. */
export function* businessHolidayLines(market: Market, today: number): Generator<string> {
  for (const seller of allSellers(market)) {
    const random = new Random(market.seed, 14, seller.index);
    if (random.chance(0.2)) continue;
    const restsOnSunday = random.chance(0.7);
    const update_date = momentText(today - random.int(1, 170), officeOpens);
    const days = [];
    for (let day = today - daysBefore; day <= today + daysAhead; day++) {
      const isHoliday =
        (restsOnSunday && weekdayOf(day) === sunday) ||
        turnOfTheYear.includes(dayText(day).slice(5)) ||
        random.chance(0.004);
      if (isHoliday) days.push({ set_id: '1', holiday: dayText(day), update_date });
    }
    yield text({ member_code_seller: seller.member.code, businessholiday: days });
  }
}

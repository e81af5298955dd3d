import { expectOrdered, expectShape, expectTextsOf } from '../../checks/records.js';
import { unknownMember } from '../../market/members.js';
import type { Requirement } from '../../requirement/requirement.js';
import { firstPage, type ListCall, listCalls, pagesOf, shapesOf, someElements, someElementsPage } from './lists.js';

const elementsPaged = 6;

/** The requirements that apply to every list call (open-points: lists). */
export function shapeRequirements(call: ListCall): readonly Requirement[] {
  const { title, path, field, fields, keyOf, body = {} } = call;
  const [listAnswer, element] = shapesOf(call);
  const other = listCalls[(listCalls.indexOf(call) + 1) % listCalls.length]!;
  return [
    {
      id: call.idOf(1),
      source: '4.11',
      says: `${title}: the answer has the envelope, ${field}[] and next_cursor.`,
      check: async (probe) => expectShape((await firstPage(probe, call, body)).expectNormal(), listAnswer),
    },
    {
      id: call.idOf(2),
      source: '4.11',
      says: `${title}: an element has exactly ${fields.length} fields, in the order of the contract.`,
      check: async (probe) => expectShape(await someElementsPage(probe, call), element),
    },
    {
      id: call.idOf(3),
      source: '2',
      says: `${title}: every value is a string.`,
      check: async (probe) => expectTextsOf(await someElementsPage(probe, call), element),
    },
    {
      id: call.idOf(4),
      source: '4.11',
      says: `${title}: the pages together have the elements of the list, in the same order; no page has more than its limit.`,
      check: async (probe) => {
        const elements = await someElements(probe, call, 2);
        const limit = Math.ceil(Math.min(elements.length, elementsPaged) / 2);
        const pages = await pagesOf(probe, call, { ...body, limit }, { atMost: elementsPaged });
        const first = pages[0]!;
        for (const page of pages)
          page.expect(page.list(field).length <= limit, `a page has more than ${limit} elements`);
        const paged = pages.flatMap((page) => page.list(field));
        first.expect(paged.length >= Math.min(elements.length, elementsPaged), 'the pages end before the list');
        first.expectEqual(paged, elements.slice(0, paged.length), 'the elements of the pages');
      },
    },
    {
      id: call.idOf(5),
      source: '4.11',
      says: `${title}: next_cursor is "" only at the end of the list.`,
      check: async (probe) => {
        const elements = await someElements(probe, call, 2);
        const page = await probe.call(path, { ...body, limit: 1 });
        page.expectNormal().expect(page.string('next_cursor') !== '', 'the list ends after its first element');
        const whole = await firstPage(probe, call, body);
        if (elements.length < 1_000)
          whole.expectEqual(whole.string('next_cursor'), '', 'next_cursor of the whole list');
      },
    },
    {
      id: call.idOf(6),
      source: '4.11',
      says: `${title}: the same call gives the same elements in the same order.`,
      check: async (probe) => {
        const elements = await someElements(probe, call, 2);
        const again = await probe.call(path, body);
        again.expectEqual(again.expectNormal().list(field), elements, field);
        if (keyOf !== undefined) expectOrdered(again, elements.map(keyOf), 'the order of the list');
      },
    },
    {
      id: call.idOf(7),
      source: '4.11',
      says: `${title}: limit may change from page to page.`,
      check: async (probe) => {
        const elements = await someElements(probe, call, 3);
        const first = await probe.call(path, { ...body, limit: '1' });
        const second = await probe.call(path, {
          ...body,
          limit: 2,
          cursor: first.expectNormal().string('next_cursor'),
        });
        second.expectEqual(second.expectNormal().list(field), elements.slice(1, 3), 'the second and third element');
      },
    },
    {
      id: call.idOf(8),
      source: '4.11',
      says: `${title}: a cursor of another list is refused with E000002.`,
      check: async (probe) => {
        await someElements(probe, other, 2);
        const foreign = (await probe.call(other.path, { ...other.body, limit: 1 }))
          .expectNormal()
          .string('next_cursor');
        (await probe.call(path, { ...body, cursor: foreign })).expectRefusal(400, ['cursor', 'E000002']);
      },
    },
    {
      id: call.idOf(9),
      source: 'open-points: lists',
      says: `${title}: a cursor of another member's list is refused with E000002.`,
      needs: ['market'],
      check: async (probe) => {
        await someElements(probe, call, 2);
        const { cursor } = await firstCursor();
        const answer = await probe.call(path, { ...body, cursor }, { as: 'store' });
        answer.expectRefusal(400, ['cursor', 'E000002']);

        async function firstCursor() {
          return { cursor: (await probe.call(path, { ...body, limit: 1 })).expectNormal().string('next_cursor') };
        }
      },
    },
    {
      id: call.idOf(10),
      source: 'open-points: visibility',
      says: `${title}: a member that does not exist is refused in member_code_self with E000008.`,
      check: async (probe) => {
        const answer = await probe.call(path, { member_code_self: unknownMember });
        answer.expectRefusal(400, ['member_code_self', 'E000008']);
      },
    },
  ];
}

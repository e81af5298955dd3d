import { useQuery } from '@tanstack/preact-query';
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { FieldError } from '../../../wire/index.js';
import { Button } from '../parts/button.js';
import { Field } from '../parts/field.js';
import { Refusal } from '../parts/refusal.js';
import { codesIn } from '../request/request-draft.js';
import { call } from '../server/call.js';
import { useSession } from '../session/session-context.js';
import { useRights } from '../session/use-rights.js';
import { Card } from '../shell/page.js';
import { useTexts } from '../texts/use-texts.js';
import type { DeliveryDraft } from './delivery-address.js';

/**
 * The input for each field of the request. The innermost field comes first: a refusal of
 * `details_list[0].hope_delivery_date` belongs to the wished day, not to the list.
 */
export const fieldsMarked = [
  'hope_delivery_date',
  'details_list',
  'send_date',
  'member_code_partner',
  'member_code_self',
];

/** The maximum number of refusals that are shown beside one field. */
const toldRefusals = 3;

/** The form in which the user asks for delivery dates. The user chooses partners and products by name. */
export function DeliveryForm({
  draft: first,
  isBusy,
  refusals,
  onAsk,
}: {
  readonly draft: DeliveryDraft;
  readonly isBusy: boolean;
  readonly refusals: readonly FieldError[];
  readonly onAsk: (draft: DeliveryDraft) => void;
}) {
  const { t } = useTexts();
  const session = useSession();
  const partnersId = useId();
  const [draft, setDraft] = useState(first);
  const [isTried, setTried] = useState(false);
  const partners = usePartners();
  const set = (part: Partial<DeliveryDraft>) => setDraft({ ...draft, ...part });
  const refusalOf = (name: string) => {
    const said = refusals.filter(({ item }) => fieldsMarked.find((known) => item.includes(known)) === name);
    if (said.length === 0) return undefined;
    return said.slice(0, toldRefusals).map((each) => <Refusal key={each.item + each.code} said={each} />);
  };
  const missing = (value: string, name: string) =>
    isTried && value.trim() === '' ? t.request.problems.missing(0) : refusalOf(name);
  const chosenPartner = partners.find(({ memberCode }) => memberCode === draft.partner.trim());
  return (
    <Card>
      <form
        noValidate
        class="delivery-form"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (draft.partner.trim() !== '' && codesIn(draft.products).length > 0) onAsk(draft);
        }}
      >
        <Field
          label={t.delivery.partner}
          isNeeded
          neededMark={t.needed}
          help={chosenPartner === undefined ? t.delivery.partnerHelp : chosenPartner.name}
          problem={missing(draft.partner, 'member_code_partner')}
        >
          {(names) => (
            <>
              <input
                {...names}
                class="input"
                list={partnersId}
                maxLength={8}
                value={draft.partner}
                onInput={(event) => set({ partner: event.currentTarget.value })}
              />
              <datalist id={partnersId}>
                {partners.map((partner) => (
                  <option key={partner.memberCode} value={partner.memberCode}>
                    {partner.name}
                  </option>
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Products
          value={draft.products}
          problem={missing(draft.products, 'details_list')}
          onChange={(products) => set({ products })}
        />
        <Field label={t.delivery.at} help={t.delivery.atHelp} problem={refusalOf('send_date')}>
          {(names) => (
            <input
              {...names}
              class="input"
              type="datetime-local"
              step={1}
              value={draft.at.replace(' ', 'T')}
              onInput={(event) => set({ at: withSeconds(event.currentTarget.value) })}
            />
          )}
        </Field>
        <Field label={t.delivery.wish} help={t.delivery.wishHelp} problem={refusalOf('hope_delivery_date')}>
          {(names) => (
            <input
              {...names}
              class="input"
              type="date"
              value={draft.wish}
              onInput={(event) => set({ wish: event.currentTarget.value })}
            />
          )}
        </Field>
        <Field
          label={t.delivery.self}
          help={t.delivery.selfHelp(session.user.memberCode)}
          problem={refusalOf('member_code_self')}
        >
          {(names) => (
            <input
              {...names}
              class="input"
              maxLength={8}
              value={draft.self}
              onInput={(event) => set({ self: event.currentTarget.value })}
            />
          )}
        </Field>
        <div class="form-foot">
          <Button kind="main" type="submit" icon="delivery" isBusy={isBusy}>
            {t.delivery.verb}
          </Button>
        </div>
      </form>
    </Card>
  );
}

/**
 * Returns the partners of the member. If the application may not list partners, returns none, and the user types a
 * code.
 */
function usePartners() {
  const enabled = useRights().may('list');
  return useQuery({ queryKey: ['partners'], queryFn: () => call('GET /api/partners'), enabled }).data?.partners ?? [];
}

/** Returns the products of the order master, in the same way. */
function useProducts() {
  const enabled = useRights().may('list');
  return useQuery({ queryKey: ['products'], queryFn: () => call('GET /api/products'), enabled }).data?.products ?? [];
}

/** Chooses products from the lines of the order master. The user finds a product by its name and adds it. */
function Products({
  value,
  problem,
  onChange,
}: {
  readonly value: string;
  readonly problem: ComponentChildren;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const products = useProducts();
  const wanted = text.trim().toLowerCase();
  const chosen = codesIn(value);
  const fitting =
    wanted === ''
      ? []
      : products.filter((product) => fits(product, wanted) && !chosen.includes(product.catalogId)).slice(0, 6);
  const nameOf = (catalogId: string) => products.find((product) => product.catalogId === catalogId)?.name ?? '';
  const add = (catalogIds: readonly string[]) => {
    onChange([...new Set([...chosen, ...catalogIds])].join(' '));
    setText('');
  };
  return (
    <div class="products">
      <Field
        label={t.delivery.products}
        isNeeded
        neededMark={t.needed}
        help={t.delivery.productsHelp}
        problem={problem}
      >
        {(names) => (
          <input
            {...names}
            class="input"
            autocomplete="off"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
            onBlur={() => {
              if (/^[\d\s,;、]+$/.test(text)) add(codesIn(text));
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || wanted === '') return;
              event.preventDefault();
              add(fitting[0] !== undefined && !/^[\d\s,;、]+$/.test(text) ? [fitting[0].catalogId] : codesIn(text));
            }}
          />
        )}
      </Field>
      {fitting.length > 0 && (
        <ul class="suggestions" aria-label={t.delivery.found}>
          {fitting.map((product) => (
            <li key={product.catalogId}>
              <button type="button" class="suggestion" onClick={() => add([product.catalogId])}>
                <span>
                  {product.name} <span class="soft">{product.spec}</span>
                </span>
                <code>{product.catalogId}</code>
              </button>
            </li>
          ))}
        </ul>
      )}
      {chosen.length > 0 && (
        <ul class="chips" aria-label={t.delivery.chosen}>
          {chosen.map((catalogId) => (
            <li key={catalogId} class="chip">
              <code>{catalogId}</code> {nameOf(catalogId)}
              <Button
                kind="quiet"
                isSmall
                icon="close"
                label={t.delivery.removeProduct(catalogId)}
                onPress={() => onChange(chosen.filter((other) => other !== catalogId).join(' '))}
              >
                {''}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function fits(
  product: { readonly catalogId: string; readonly name: string; readonly privateItemCode: string },
  wanted: string,
): boolean {
  return [product.catalogId, product.name, product.privateItemCode].some((text) => text.toLowerCase().includes(wanted));
}

function withSeconds(value: string): string {
  const [day = '', time = ''] = value.split('T');
  if (value === '') return '';
  return `${day} ${time.length === 5 ? `${time}:00` : time}`;
}

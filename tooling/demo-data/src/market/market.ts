import { checkDigitOf } from '@trading-platform/ordering';
import { Random } from '../random.js';
import { type SmallCategory, smallCategories, supplierTrades } from './food-categories.js';
import type { MarketSize } from './market-size.js';
import {
  chainNames,
  depotPlaces,
  familyNames,
  franchiseNames,
  type Name,
  places,
  restaurantStems,
  restaurantSuffixes,
  supplierStems,
  tradeReadings,
} from './names.js';

/** A company, a store or a depot. */
export interface Member {
  readonly code: string;
  readonly name: string;
  readonly groupCode: string;
  readonly groupName: string;
  readonly memberGroupCode: string;
  readonly headOffice?: Member;
  readonly fcOwner?: Member;
  readonly fcOwnerCode?: string;
  readonly taxCalcMethod: string;
  readonly belowDecPoint: string;
  readonly invoiceMemberKbn: string;
  readonly invoiceRegNo: string;
  /** The name of the person who sends orders or handles received orders. */
  readonly operator: string;
}

/**
 * A company that sells goods. The company is either an outside supplier, or the central kitchen of a group, which sells
 * its own products.
 */
export interface Supplier extends Name {
  readonly index: number;
  readonly member: Member;
  readonly depots: readonly (Name & { readonly member: Member })[];
  readonly categories: readonly SmallCategory[];
  readonly ownProduction: boolean;
}

/** A company that runs restaurant chains. The head office of the company can see all of its stores. */
export interface RestaurantGroup {
  readonly index: number;
  readonly headOffice: Member;
  readonly kitchen: Supplier;
  readonly fcOwners: readonly Member[];
  readonly stores: readonly Member[];
  /** All buyers, in the order of their codes. */
  readonly buyers: readonly Member[];
  /** All companies that sell to the group, in the order of their codes. The first company is the group's kitchen. */
  readonly suppliers: readonly Supplier[];
}

/** All companies, stores and depots of the market. */
export interface Market {
  readonly seed: number;
  readonly size: MarketSize;
  /** Sorted by their codes. */
  readonly members: readonly Member[];
  readonly groups: readonly RestaurantGroup[];
  readonly suppliers: readonly Supplier[];
}

/** This number is so large that the number of a supplier never equals the number of a kitchen. */
const firstKitchenIndex = 5_000;

/** Makes a market. The same seed and size always give the same market. */
export function makeMarket(seed: number, size: MarketSize): Market {
  const suppliers = Array.from({ length: size.suppliers }, (_, index) => makeSupplier(seed, index));
  const groups = Array.from({ length: size.restaurantGroups }, (_, index) => makeGroup(seed, size, index, suppliers));
  const members = [
    ...groups.flatMap(({ buyers }) => buyers),
    ...suppliers.flatMap(({ member, depots }) => [member, ...depots.map((depot) => depot.member)]),
  ];
  return { seed, size, members, groups, suppliers };
}

function makeSupplier(seed: number, index: number): Supplier {
  const random = new Random(seed, 1, index);
  const trade = supplierTrades[index % supplierTrades.length] as (typeof supplierTrades)[number];
  const stem = supplierStems[Math.floor(index / supplierTrades.length) % supplierStems.length] as Name;
  const name = random.chance(0.5) ? `株式会社${stem.name}${trade.name}` : `${stem.name}${trade.name}株式会社`;
  const kana = stem.kana + (tradeReadings[trade.name] ?? '');
  const number = 50_000_000 + index * 10;
  const member = makeMember(random, {
    code: String(number),
    name,
    groupCode: '0100',
    groupName: '営業部',
    memberGroupCode: `S${String((index % supplierTrades.length) + 1).padStart(3, '0')}`,
  });
  const depots = depotPlaces.slice(0, random.int(0, 2)).map((place, depotIndex) => ({
    name: `${stem.name}${trade.name} ${place.name}センター`,
    kana: `${kana} ${place.kana}センター`,
    member: {
      ...member,
      code: String(number + depotIndex + 1),
      name: `${name} ${place.name}センター`,
      groupCode: `02${String(depotIndex + 1).padStart(2, '0')}`,
      groupName: `${place.name}センター`,
      headOffice: member,
    },
  }));
  const sold: readonly string[] = trade.categories;
  const categories = smallCategories.filter(({ middle }) => sold.includes(middle.large.code));
  return { index, name, kana, member, depots, categories, ownProduction: false };
}

function makeGroup(seed: number, size: MarketSize, index: number, suppliers: readonly Supplier[]): RestaurantGroup {
  const random = new Random(seed, 2, index);
  const company = companyName(index);
  const prefix = `1${String(index + 1).padStart(3, '0')}`;
  const ownGroup = `G${String(index + 1).padStart(3, '0')}`;
  const franchiseGroup = `F${String(index + 1).padStart(3, '0')}`;
  const headOffice = makeMember(random, {
    code: `${prefix}0001`,
    name: `株式会社${company.name} 本部`,
    groupCode: 'HQ01',
    groupName: '本部 購買部',
    memberGroupCode: ownGroup,
  });
  const part = (code: string, name: string, groupCode: string, groupName: string, memberGroupCode = ownGroup) => ({
    ...headOffice,
    code: prefix + code,
    name,
    groupCode,
    groupName,
    memberGroupCode,
    headOffice,
    operator: random.pick(familyNames),
  });
  const kitchen = part('0002', `${company.name} セントラルキッチン`, 'CK01', '製造部');
  const storeCount = size.storesPerGroup;
  const franchiseCount = Math.ceil(storeCount * 0.4);
  const chains = Array.from({ length: storeCount < 20 ? 2 : 4 }, (_, chain) => ({
    name: chainNames[(index * 3 + chain) % chainNames.length] as string,
    code: `CH${String(chain + 1).padStart(2, '0')}`,
  }));
  const franchise = franchiseNames[index % franchiseNames.length] as string;
  const ownStores = Array.from({ length: storeCount - franchiseCount }, (_, store) => {
    const chain = chains[store % chains.length] as (typeof chains)[number];
    const place = placeName(Math.floor(store / chains.length) + index);
    return part(String(101 + store).padStart(4, '0'), `${chain.name} ${place}店`, chain.code, chain.name);
  });
  const fcOwners = Array.from({ length: Math.max(2, Math.ceil(franchiseCount / 8)) }, (_, owner) => ({
    ...makeMember(random, {
      code: `${prefix}${String(11 + owner).padStart(4, '0')}`,
      name: `有限会社${random.pick(familyNames)}商店（${franchise} オーナー）`,
      groupCode: 'FC00',
      groupName: franchise,
      memberGroupCode: franchiseGroup,
    }),
    headOffice,
  }));
  const franchiseStores = Array.from({ length: franchiseCount }, (_, store) => {
    const ownerIndex = store % fcOwners.length;
    return {
      ...part(
        String(5_001 + store),
        `${franchise} ${placeName(store * 2 + index)}店`,
        'FC01',
        franchise,
        franchiseGroup,
      ),
      fcOwner: fcOwners[ownerIndex] as Member,
      fcOwnerCode: `OW${String(ownerIndex + 1).padStart(2, '0')}`,
    };
  });
  const stores = [...ownStores, ...franchiseStores];
  const ownSupplier: Supplier = {
    index: firstKitchenIndex + index,
    name: kitchen.name,
    kana: `${company.kana} セントラルキッチン`,
    member: kitchen,
    depots: [],
    categories: smallCategories.filter(({ middle }) => ['50', '70'].includes(middle.large.code)),
    ownProduction: true,
  };
  const outside = Array.from(
    { length: Math.min(size.suppliersPerGroup, suppliers.length) },
    (_, offset) => suppliers[(index * 7 + offset) % suppliers.length] as Supplier,
  ).toSorted((a, b) => a.index - b.index);
  return {
    index,
    headOffice,
    kitchen: ownSupplier,
    fcOwners,
    stores,
    buyers: [headOffice, kitchen, ...fcOwners, ...stores],
    suppliers: [ownSupplier, ...outside],
  };
}

function companyName(index: number): Name {
  const stem = restaurantStems[index % restaurantStems.length] as Name;
  const suffix = restaurantSuffixes[Math.floor(index / restaurantStems.length) % restaurantSuffixes.length] as Name;
  return { name: stem.name + suffix.name, kana: stem.kana + suffix.kana };
}

/** If one chain has several stores in the same town, the later stores have a number in their names. */
function placeName(index: number): string {
  const place = places[index % places.length] as string;
  const round = Math.floor(index / places.length);
  return round === 0 ? place : `${place}第${round + 1}`;
}

/** One supplier in twenty is a small company that is exempt from tax and has no registration number. */
function makeMember(
  random: Random,
  identity: Pick<Member, 'code' | 'name' | 'groupCode' | 'groupName' | 'memberGroupCode'>,
): Member {
  const exempt = identity.code.startsWith('5') && random.chance(0.05);
  const twelveDigits = `01040${String(random.int(1, 9_999_999)).padStart(7, '0')}`;
  return {
    ...identity,
    taxCalcMethod: random.pick(['0', '1', '1', '2']),
    belowDecPoint: random.pick(['0', '0', '1', '2']),
    invoiceMemberKbn: exempt ? '2' : '1',
    invoiceRegNo: exempt ? '' : `T${checkDigitOf(twelveDigits)}${twelveDigits}`,
    operator: random.pick(familyNames),
  };
}

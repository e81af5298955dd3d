/** A name, and its pronunciation in katakana. */
export interface Name {
  readonly name: string;
  readonly kana: string;
}

function names(...pairs: readonly (readonly [name: string, kana: string])[]): readonly Name[] {
  return pairs.map(([name, kana]) => ({ name, kana }));
}

/** First parts of the names of suppliers. All of these names are invented. */
export const supplierStems = names(
  ['北洋', 'ホクヨウ'],
  ['山城', 'ヤマシロ'],
  ['丸福', 'マルフク'],
  ['三和田', 'ミワダ'],
  ['東都', 'トウト'],
  ['大海', 'タイカイ'],
  ['若葉', 'ワカバ'],
  ['藤井', 'フジイ'],
  ['港屋', 'ミナトヤ'],
  ['千代田', 'チヨダ'],
  ['高砂', 'タカサゴ'],
  ['浪速', 'ナニワ'],
  ['尾張屋', 'オワリヤ'],
  ['南海', 'ナンカイ'],
  ['朝日野', 'アサヒノ'],
  ['常磐', 'トキワ'],
  ['松葉', 'マツバ'],
  ['富士見', 'フジミ'],
  ['武蔵野', 'ムサシノ'],
  ['相模', 'サガミ'],
  ['信濃', 'シナノ'],
  ['越後屋', 'エチゴヤ'],
  ['加賀', 'カガ'],
  ['瀬戸内', 'セトウチ'],
  ['土佐', 'トサ'],
  ['筑紫', 'ツクシ'],
  ['琉球', 'リュウキュウ'],
  ['十勝', 'トカチ'],
  ['みちのく', 'ミチノク'],
  ['伊勢', 'イセ'],
);

/** The pronunciations of the words for kinds of goods that come last in the names of suppliers. */
export const tradeReadings: Readonly<Record<string, string>> = {
  青果: 'セイカ',
  水産: 'スイサン',
  畜産: 'チクサン',
  食品: 'ショクヒン',
  乳業: 'ニュウギョウ',
  酒販: 'シュハン',
  冷凍食品: 'レイトウショクヒン',
  商事: 'ショウジ',
  包装資材: 'ホウソウシザイ',
  米穀: 'ベイコク',
};

/** First and last parts of the names of restaurant groups. */
export const restaurantStems = names(
  ['さくら', 'サクラ'],
  ['みなと', 'ミナト'],
  ['やまびこ', 'ヤマビコ'],
  ['こもれび', 'コモレビ'],
  ['あかね', 'アカネ'],
  ['ひだまり', 'ヒダマリ'],
  ['まごころ', 'マゴコロ'],
  ['たまゆら', 'タマユラ'],
  ['つばさ', 'ツバサ'],
  ['はなまち', 'ハナマチ'],
);

export const restaurantSuffixes = names(
  ['フードサービス', 'フードサービス'],
  ['ダイニング', 'ダイニング'],
  ['レストランシステムズ', 'レストランシステムズ'],
  ['キッチン', 'キッチン'],
  ['外食産業', 'ガイショクサンギョウ'],
);

/** Chains whose stores belong to the group itself. */
export const chainNames = [
  'さくら食堂',
  '炭火焼鳥 とり匠',
  '海鮮居酒屋 磯路',
  '鮨 まるいち',
  'カフェ・ミモザ',
  'イタリア食堂 ポルト',
  'うどん処 讃州屋',
  '焼肉 牛若丸',
  '天ぷら 揚葉',
  '洋食 つばき亭',
] as const;

/** Chains whose stores belong to FC owners (franchise). */
export const franchiseNames = ['らーめん 一番星', 'からあげ 鳥吉', '持ち帰り弁当 こだま亭', 'カレーの月世界'] as const;

/** The towns in which stores are. */
export const places = [
  '新宿',
  '渋谷',
  '池袋',
  '上野',
  '品川',
  '吉祥寺',
  '立川',
  '町田',
  '横浜',
  '川崎',
  '大宮',
  '浦和',
  '千葉',
  '柏',
  '船橋',
  '水戸',
  '宇都宮',
  '高崎',
  '仙台',
  '盛岡',
  '札幌',
  '函館',
  '新潟',
  '金沢',
  '富山',
  '長野',
  '甲府',
  '静岡',
  '浜松',
  '名古屋',
  '岐阜',
  '京都',
  '梅田',
  '難波',
  '天王寺',
  '三宮',
  '姫路',
  '奈良',
  '和歌山',
  '岡山',
  '広島',
  '福山',
  '下関',
  '高松',
  '松山',
  '高知',
  '徳島',
  '小倉',
  '博多',
  '天神',
  '熊本',
  '大分',
  '宮崎',
  '鹿児島',
  '那覇',
] as const;

/** The pronunciations of the towns in which suppliers have depots. */
export const depotPlaces = names(
  ['東京', 'トウキョウ'],
  ['大阪', 'オオサカ'],
  ['名古屋', 'ナゴヤ'],
  ['福岡', 'フクオカ'],
  ['仙台', 'センダイ'],
);

export const familyNames = [
  '佐藤',
  '鈴木',
  '高橋',
  '田中',
  '伊藤',
  '渡辺',
  '山本',
  '中村',
  '小林',
  '加藤',
  '吉田',
  '山田',
  '佐々木',
  '松本',
  '井上',
  '木村',
] as const;

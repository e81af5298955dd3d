/** How a product is packed: the unit in which it is ordered, the content of that unit, and the effect on the price. */
export interface Packing {
  readonly unit: UnitName;
  readonly spec: string;
  readonly number: string;
  readonly factor: number;
}

type UnitName = keyof typeof units;

/** The units in which products are ordered. Each unit has the platform's code and a code that companies use. */
export const units = {
  kg: { code: '01', privateCode: 'KG' },
  個: { code: '02', privateCode: 'KO' },
  本: { code: '03', privateCode: 'HN' },
  袋: { code: '04', privateCode: 'FK' },
  箱: { code: '05', privateCode: 'BX' },
  ケース: { code: '06', privateCode: 'CS' },
  パック: { code: '07', privateCode: 'PC' },
  缶: { code: '08', privateCode: 'CN' },
  束: { code: '09', privateCode: 'TB' },
  枚: { code: '10', privateCode: 'MA' },
  尾: { code: '11', privateCode: 'BI' },
  丁: { code: '12', privateCode: 'CH' },
  樽: { code: '13', privateCode: 'TR' },
  食: { code: '14', privateCode: 'SK' },
} as const;

export interface SmallCategory {
  readonly code: string;
  readonly name: string;
  readonly bases: readonly string[];
  readonly taxFree: boolean;
  /** The price of one unit of the smallest packing, in yen. */
  readonly price: number;
  readonly middle: MiddleCategory;
}

interface MiddleCategory {
  readonly code: string;
  readonly name: string;
  readonly origins: readonly string[];
  readonly packings: readonly Packing[];
  readonly large: LargeCategory;
}

interface LargeCategory {
  readonly code: string;
  readonly name: string;
  /** Food and soft drinks are taxed at the reduced rate. Alcohol and consumables are taxed at the standard rate. */
  readonly reducedTax: boolean;
  /** The account of the purchase ledger to which these products belong. */
  readonly account: { readonly code: string; readonly name: string };
}

interface MiddleSource {
  readonly name: string;
  /** A deposit is not a sale, so it is not taxed at all. */
  readonly taxFree?: boolean;
  readonly origins: readonly string[];
  readonly packings: readonly Packing[];
  readonly smalls: readonly (readonly [name: string, price: number, ...bases: string[]])[];
}

const packing = (unit: UnitName, spec: string, number: string, factor: number): Packing => ({
  unit,
  spec,
  number,
  factor,
});

const farmland = [
  '北海道産',
  '茨城県産',
  '千葉県産',
  '長野県産',
  '群馬県産',
  '埼玉県産',
  '高知県産',
  '熊本県産',
  '国産',
];
const fishingPorts = ['長崎県産', '愛媛県産', '宮城県産', '北海道産', '三陸産', '鹿児島県産', 'ノルウェー産', 'チリ産'];
const ranches = ['国産', '鹿児島県産', '宮崎県産', '北海道産', '米国産', '豪州産', 'カナダ産'];
const makers = ['まるはな', '山吹', '千歳屋', '丸富', 'ひのき', '扇印', '若松', '日向', '瑞穂', '一番星'];
const breweries = ['白鶴山', '八雲', '龍泉', '花菱', '磯の香', '月影', '雪の峰', '朝霧'];

const byWeight = [
  packing('袋', '1kg', '1', 1),
  packing('箱', '5kg', '1', 4.7),
  packing('箱', '10kg', '1', 9.2),
  packing('kg', 'バラ', '1', 1.05),
];
const vegetables = [...byWeight, packing('箱', '1ケース 8玉入', '8', 7.5), packing('束', '1束 約200g', '1', 0.3)];
const fish = [
  packing('kg', '原魚', '1', 1),
  packing('尾', '約1.5kg 活〆', '1', 1.6),
  packing('パック', '刺身用 500g', '1', 0.8),
  packing('箱', '発泡 5kg', '1', 4.6),
];
const meat = [
  packing('kg', 'ブロック', '1', 1),
  packing('パック', 'スライス 500g', '1', 0.55),
  packing('パック', '切り落とし 1kg', '1', 0.9),
  packing('箱', '冷凍 10kg', '1', 8.8),
];
const seasonings = [
  packing('本', '1.8L', '1', 1),
  packing('本', '1L', '1', 0.62),
  packing('缶', '18L 一斗缶', '1', 8.9),
  packing('ケース', '1L×15本', '15', 8.7),
  packing('袋', '1kg', '1', 0.7),
];
const dryGoods = [
  packing('袋', '500g', '1', 1),
  packing('袋', '1kg', '1', 1.9),
  packing('ケース', '1kg×10袋', '10', 17.5),
];
const frozen = [packing('袋', '500g', '1', 1), packing('袋', '1kg', '1', 1.9), packing('ケース', '1kg×10袋', '10', 18)];
const pieces = [
  packing('個', '1個', '1', 1),
  packing('パック', '10個入', '10', 9.2),
  packing('ケース', '10個×6', '60', 52),
];
const bottles = [
  packing('本', '720ml', '1', 1),
  packing('本', '1.8L', '1', 2.2),
  packing('ケース', '1.8L×6本', '6', 12.8),
  packing('ケース', '720ml×12本', '12', 11.6),
];
const drinks = [
  packing('ケース', '500ml×24本', '24', 24),
  packing('ケース', '2L×6本', '6', 15),
  packing('本', '1L 業務用', '1', 2.1),
];
const consumables = [
  packing('袋', '100枚入', '100', 1),
  packing('ケース', '100枚×20袋', '2000', 18),
  packing('箱', '500枚入', '500', 4.8),
];

const purchaseOfFood = { code: '5110', name: '食材仕入高' };
const purchaseOfDrinks = { code: '5120', name: '飲料仕入高' };
const consumableCost = { code: '7340', name: '消耗品費' };

const sources: readonly (LargeCategory & { readonly middles: readonly MiddleSource[] })[] = [
  {
    code: '10',
    name: '青果',
    reducedTax: true,
    account: purchaseOfFood,
    middles: [
      {
        name: '葉茎菜類',
        origins: farmland,
        packings: vegetables,
        smalls: [
          ['キャベツ', 180, 'キャベツ', '春キャベツ', '紫キャベツ'],
          ['レタス', 260, 'レタス', 'サニーレタス', 'グリーンリーフ'],
          ['ねぎ', 420, '長ねぎ', '九条ねぎ', '万能ねぎ'],
          ['ほうれん草・小松菜', 480, 'ほうれん草', '小松菜', '水菜'],
          ['玉ねぎ', 150, '玉ねぎ', '新玉ねぎ', '赤玉ねぎ', 'むき玉ねぎ'],
        ],
      },
      {
        name: '果菜類',
        origins: farmland,
        packings: byWeight,
        smalls: [
          ['トマト', 540, 'トマト', 'ミニトマト', 'フルーツトマト'],
          ['きゅうり', 430, 'きゅうり', 'もろきゅう'],
          ['なす', 460, 'なす', '長なす', '水なす'],
          ['ピーマン・パプリカ', 620, 'ピーマン', '赤パプリカ', '黄パプリカ', 'ししとう'],
        ],
      },
      {
        name: '根菜・いも類',
        origins: farmland,
        packings: byWeight,
        smalls: [
          ['大根', 120, '大根', '辛味大根', 'かいわれ大根'],
          ['人参', 190, '人参', '金時人参'],
          ['じゃがいも', 170, 'じゃがいも 男爵', 'じゃがいも メークイン', 'じゃがいも インカのめざめ'],
          ['さつまいも', 320, 'さつまいも 紅はるか', '安納芋'],
        ],
      },
      {
        name: 'きのこ類',
        origins: ['長野県産', '新潟県産', '国産'],
        packings: byWeight,
        smalls: [
          ['しいたけ', 980, '生しいたけ', '肉厚しいたけ'],
          ['しめじ・えのき', 560, 'ぶなしめじ', 'えのき茸', '本しめじ'],
        ],
      },
      {
        name: '果実',
        origins: ['青森県産', '山梨県産', '和歌山県産', '愛媛県産', 'フィリピン産', 'カリフォルニア産'],
        packings: byWeight,
        smalls: [
          ['柑橘', 450, 'レモン', 'みかん', 'グレープフルーツ', 'すだち'],
          ['りんご・ぶどう', 640, 'りんご ふじ', 'シャインマスカット', '巨峰'],
          ['トロピカル', 520, 'バナナ', 'パイナップル', 'アボカド'],
        ],
      },
    ],
  },
  {
    code: '20',
    name: '水産',
    reducedTax: true,
    account: purchaseOfFood,
    middles: [
      {
        name: '鮮魚',
        origins: fishingPorts,
        packings: fish,
        smalls: [
          ['まぐろ', 4_200, '本まぐろ 赤身', '本まぐろ 中とろ', 'びんちょうまぐろ', 'めばちまぐろ'],
          ['鯛・ひらめ', 2_600, '真鯛', 'ひらめ', '金目鯛'],
          ['青魚', 1_100, '真あじ', '真さば', '真いわし', 'さんま'],
          ['サーモン', 2_300, 'アトランティックサーモン', '銀鮭', 'トラウトサーモン'],
        ],
      },
      {
        name: '貝・甲殻類・いか・たこ',
        origins: fishingPorts,
        packings: fish,
        smalls: [
          ['えび', 2_100, 'バナメイえび', 'ブラックタイガー', '甘えび', '赤えび'],
          ['貝', 1_700, '帆立貝柱', '真牡蠣 むき身', 'あさり', 'しじみ'],
          ['いか・たこ', 1_600, 'するめいか', '真だこ', 'やりいか'],
        ],
      },
      {
        name: '水産加工品',
        origins: makers,
        packings: frozen,
        smalls: [
          ['練り物', 520, 'さつま揚げ', 'ちくわ', 'はんぺん', 'かまぼこ'],
          ['魚卵', 3_900, 'いくら醤油漬', '明太子', 'とびこ'],
          ['干物・漬魚', 1_350, '銀だら西京漬', 'ほっけ開き', 'あじ開き'],
        ],
      },
    ],
  },
  {
    code: '30',
    name: '畜産',
    reducedTax: true,
    account: purchaseOfFood,
    middles: [
      {
        name: '牛肉',
        origins: ranches,
        packings: meat,
        smalls: [
          ['牛ロース・ヒレ', 5_800, '牛サーロイン', '牛リブロース', '牛ヒレ'],
          ['牛バラ・もも', 3_100, '牛カルビ', '牛もも', '牛バラ'],
          ['牛内臓', 1_900, '牛タン', '牛ハラミ', '牛ホルモン'],
        ],
      },
      {
        name: '豚肉',
        origins: ranches,
        packings: meat,
        smalls: [
          ['豚ロース・ヒレ', 1_450, '豚ロース', '豚ヒレ', '豚肩ロース'],
          ['豚バラ・もも', 1_250, '豚バラ', '豚もも', '豚挽肉'],
        ],
      },
      {
        name: '鶏肉',
        origins: ['国産', '宮崎県産', '岩手県産', 'ブラジル産', 'タイ産'],
        packings: meat,
        smalls: [
          ['鶏正肉', 860, '鶏もも', '鶏むね', '鶏ささみ'],
          ['鶏副産物', 620, '鶏手羽先', '鶏手羽元', '鶏レバー', '鶏軟骨'],
        ],
      },
      {
        name: '食肉加工品',
        origins: makers,
        packings: frozen,
        smalls: [
          ['ハム・ベーコン', 980, 'ロースハム', 'ベーコンスライス', '生ハム'],
          ['ソーセージ', 860, 'ポークウインナー', 'あらびきフランク', 'チョリソー'],
        ],
      },
    ],
  },
  {
    code: '40',
    name: '米・麺・パン',
    reducedTax: true,
    account: purchaseOfFood,
    middles: [
      {
        name: '米',
        origins: ['新潟県産', '秋田県産', '北海道産', '山形県産', '宮城県産'],
        packings: [packing('袋', '5kg', '1', 5), packing('袋', '10kg', '1', 9.8), packing('袋', '30kg', '1', 28.5)],
        smalls: [
          ['うるち米', 620, 'コシヒカリ', 'あきたこまち', 'ゆめぴりか', 'つや姫'],
          ['もち米・雑穀', 740, 'もち米', '十六穀米', '押し麦'],
        ],
      },
      {
        name: '麺',
        origins: makers,
        packings: [
          packing('食', '1食 180g', '1', 1),
          packing('ケース', '180g×40食', '40', 37),
          packing('袋', '5食入', '5', 4.8),
        ],
        smalls: [
          ['うどん・そば', 68, '冷凍さぬきうどん', '冷凍そば', '生うどん'],
          ['中華麺・パスタ', 74, '生中華麺 太', '生中華麺 細', 'スパゲッティ 1.7mm', 'ペンネ'],
        ],
      },
      {
        name: 'パン・粉',
        origins: makers,
        packings: dryGoods,
        smalls: [
          ['パン', 240, '食パン 6枚切', 'バターロール', 'バゲット', 'バンズ'],
          ['粉', 210, '薄力粉', '強力粉', 'パン粉', '片栗粉', 'てんぷら粉'],
        ],
      },
    ],
  },
  {
    code: '50',
    name: '調味料・乾物',
    reducedTax: true,
    account: purchaseOfFood,
    middles: [
      {
        name: '醤油・味噌・酢',
        origins: makers,
        packings: seasonings,
        smalls: [
          ['醤油', 680, '濃口醤油', '薄口醤油', 'たまり醤油', '刺身醤油'],
          ['味噌', 560, '信州味噌', '赤だし味噌', '白味噌'],
          ['酢・みりん風', 540, '穀物酢', '米酢', 'すし酢', 'みりん風調味料'],
        ],
      },
      {
        name: '油脂・ドレッシング',
        origins: makers,
        packings: seasonings,
        smalls: [
          ['食用油', 890, 'サラダ油', 'ごま油', 'オリーブ油', 'フライ油'],
          [
            'マヨネーズ・ドレッシング',
            760,
            'マヨネーズ',
            '和風ドレッシング',
            'シーザードレッシング',
            '胡麻ドレッシング',
          ],
        ],
      },
      {
        name: 'だし・香辛料',
        origins: makers,
        packings: dryGoods,
        smalls: [
          ['だし', 1_150, 'かつお節', '昆布', '和風だしの素', '鶏がらスープの素'],
          ['香辛料', 940, '一味唐辛子', '粗挽き黒こしょう', '粉わさび', '和からし'],
          ['ソース・たれ', 620, '中濃ソース', '焼肉のたれ', '焼鳥のたれ', 'トマトケチャップ'],
        ],
      },
      {
        name: '乾物・缶詰',
        origins: makers,
        packings: dryGoods,
        smalls: [
          ['海苔・わかめ', 1_250, '焼海苔 全形', 'カットわかめ', '刻み海苔'],
          ['缶詰', 480, 'ホールトマト缶', 'ツナ缶', 'スイートコーン缶'],
        ],
      },
    ],
  },
  {
    code: '60',
    name: '卵・乳・豆腐',
    reducedTax: true,
    account: purchaseOfFood,
    middles: [
      {
        name: '鶏卵',
        origins: ['国産', '茨城県産', '千葉県産'],
        packings: pieces,
        smalls: [['鶏卵', 26, '鶏卵 Mサイズ', '鶏卵 Lサイズ', '温泉卵', '味付け玉子']],
      },
      {
        name: '乳製品',
        origins: ['北海道', 'ヨーロッパ', ...makers.slice(0, 4)],
        packings: seasonings,
        smalls: [
          ['牛乳・クリーム', 430, '牛乳', '生クリーム 35%', 'ホイップクリーム'],
          ['チーズ・バター', 1_680, 'モッツァレラチーズ', 'ミックスチーズ', 'パルメザンチーズ', '無塩バター'],
        ],
      },
      {
        name: '豆腐・納豆',
        origins: makers,
        packings: [
          packing('丁', '300g', '1', 1),
          packing('ケース', '300g×12丁', '12', 11.2),
          packing('パック', '3個組', '3', 1.4),
        ],
        smalls: [
          ['豆腐', 88, '絹豆腐', '木綿豆腐', '焼豆腐'],
          ['納豆・油揚げ', 96, '小粒納豆', '油揚げ', '厚揚げ'],
        ],
      },
    ],
  },
  {
    code: '70',
    name: '冷凍食品・惣菜',
    reducedTax: true,
    account: purchaseOfFood,
    middles: [
      {
        name: '冷凍野菜',
        origins: makers,
        packings: frozen,
        smalls: [
          ['フライドポテト', 310, 'シューストリングポテト', '皮付きポテト', 'ハッシュドポテト'],
          ['冷凍青物', 290, '冷凍枝豆', '冷凍ほうれん草', '冷凍いんげん', '冷凍ブロッコリー'],
        ],
      },
      {
        name: '冷凍惣菜',
        origins: makers,
        packings: frozen,
        smalls: [
          ['揚げ物', 640, '鶏唐揚げ', 'メンチカツ', 'コロッケ', '白身魚フライ'],
          ['点心', 560, '焼き餃子', '小籠包', '春巻', 'えび焼売'],
        ],
      },
      {
        name: 'デザート',
        origins: makers,
        packings: pieces,
        smalls: [
          ['アイス', 85, 'バニラアイス', '抹茶アイス', 'シャーベット ゆず'],
          ['和洋菓子', 120, 'わらび餅', 'ガトーショコラ', 'ベイクドチーズケーキ'],
        ],
      },
    ],
  },
  {
    code: '80',
    name: '飲料',
    reducedTax: true,
    account: purchaseOfDrinks,
    middles: [
      {
        name: '清涼飲料',
        origins: makers,
        packings: drinks,
        smalls: [
          ['炭酸・果汁', 96, 'コーラ', 'ジンジャーエール', 'オレンジジュース', '強炭酸水'],
          ['水・茶', 82, '烏龍茶', '緑茶', '天然水', 'ジャスミン茶'],
        ],
      },
      {
        name: 'コーヒー・紅茶',
        origins: ['ブラジル', 'コロンビア', 'エチオピア', 'ブレンド'],
        packings: dryGoods,
        smalls: [['コーヒー・紅茶', 1_380, 'レギュラーコーヒー', 'アイスコーヒー用豆', '紅茶葉 アールグレイ']],
      },
    ],
  },
  {
    code: '85',
    name: '酒類',
    reducedTax: false,
    account: purchaseOfDrinks,
    middles: [
      {
        name: 'ビール類',
        origins: makers.slice(0, 5),
        packings: [
          packing('樽', '20L 樽詰', '1', 58),
          packing('ケース', '500ml×20本', '20', 27),
          packing('ケース', '350ml×24本', '24', 22),
        ],
        smalls: [['ビール', 215, '生ビール', '瓶ビール 中瓶', 'クラフトビール', 'ノンアルコールビール']],
      },
      {
        name: '日本酒・焼酎',
        origins: breweries,
        packings: bottles,
        smalls: [
          ['日本酒', 1_480, '純米酒', '純米吟醸', '本醸造', '大吟醸'],
          ['焼酎', 1_240, '芋焼酎', '麦焼酎', '米焼酎', '甲類焼酎'],
        ],
      },
      {
        name: 'ワイン・洋酒',
        origins: ['フランス', 'イタリア', 'チリ', 'スコットランド', '山梨'],
        packings: bottles,
        smalls: [
          ['ワイン', 1_120, '赤ワイン', '白ワイン', 'スパークリングワイン'],
          ['ウイスキー・リキュール', 1_960, 'ウイスキー', 'ジン', '梅酒', 'レモンサワーの素'],
        ],
      },
      {
        name: '容器保証金',
        taxFree: true,
        origins: ['預り'],
        packings: [packing('個', '1個', '1', 1)],
        smalls: [['容器保証金', 1_000, '生樽保証金', '瓶箱保証金']],
      },
    ],
  },
  {
    code: '90',
    name: '消耗品',
    reducedTax: false,
    account: consumableCost,
    middles: [
      {
        name: '包装資材',
        origins: ['エコ', '業務用', '耐熱'],
        packings: consumables,
        smalls: [
          ['持ち帰り容器', 880, '弁当容器 大', 'フードパック', '丼容器 中', 'スープカップ'],
          ['箸・おしぼり', 360, '割箸 元禄', 'おしぼり 平型', '紙ナプキン', '竹串 15cm'],
        ],
      },
      {
        name: '洗剤・衛生用品',
        origins: ['業務用', '薬用', '無香料'],
        packings: [
          packing('本', '5L', '1', 1),
          packing('箱', '5L×4本', '4', 3.8),
          packing('箱', '100枚入', '100', 0.6),
        ],
        smalls: [['洗剤・衛生', 1_450, '中性洗剤', '食器洗浄機用洗剤', 'アルコール除菌剤', 'ニトリル手袋']],
      },
    ],
  },
];

const two = (index: number) => String((index + 1) * 10);

/**
 * All small categories. In each code, the first two digits are the large category, and the first four are the middle
 * category.
 */
export const smallCategories: readonly SmallCategory[] = sources.flatMap(({ middles, ...large }) =>
  middles.flatMap(({ name, origins, packings, smalls, taxFree = false }, middleIndex) => {
    const middle: MiddleCategory = { code: large.code + two(middleIndex), name, origins, packings, large };
    return smalls.map(([smallName, price, ...bases], smallIndex) => ({
      code: middle.code + two(smallIndex),
      name: smallName,
      price,
      bases,
      taxFree,
      middle,
    }));
  }),
);

/** The large categories of the goods that each kind of supplier sells. */
export const supplierTrades = [
  { name: '青果', categories: ['10'] },
  { name: '水産', categories: ['20'] },
  { name: '畜産', categories: ['30'] },
  { name: '食品', categories: ['40', '50', '70'] },
  { name: '乳業', categories: ['60'] },
  { name: '酒販', categories: ['80', '85'] },
  { name: '冷凍食品', categories: ['70', '30'] },
  { name: '商事', categories: ['50', '60', '80', '90'] },
  { name: '包装資材', categories: ['90'] },
  { name: '米穀', categories: ['40'] },
] as const;

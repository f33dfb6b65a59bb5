/** Benchmark: a number → a document of generated Chinese or Japanese documentation in Markdown, without a space in a sentence. */
import { type Dice, diceOf } from './dice.ts';
import { markdownOf, NAMES, type Voice } from './generate.ts';

const HANZI = {
  nouns:
    '请求 队列 记录 索引 文档 缓存 会话 账户 区域 服务 集群 节点 副本 超时 配额 策略 权限 角色 密钥 证书 计划 备份 快照 版本 字段 选项 命令 目录 路径 偏移 错误 警告 消息'.split(
      ' ',
    ),
  verbs: '返回 保存 写入 读取 发送 等待 启动 停止 检查 更新 删除 比较 合并 拆分'.split(' '),
  links: ['然后', '因此', '如果', '在此之前', '除此以外', '一般来说', ''],
  adverbs: ['总是', '只', '立即', '必须', '可以', '应当', '不会', ''],
};
const KANA = {
  nouns:
    'リクエスト キュー レコード 索引 文書 キャッシュ セッション 利用者 領域 サービス クラスター ノード 複製 制限時間 割り当て 方針 権限 役割 秘密鍵 証明書 予定 バックアップ 版 項目 設定 コマンド 経路 位置 誤り 警告 通知'.split(
      ' ',
    ),
  verbs:
    '返します 保存します 書き込みます 読み取ります 送ります 待ちます 開始します 止めます 調べます 更新します 削除します'.split(
      ' ',
    ),
  links: ['また、', 'ただし、', 'その後、', 'そのため、', '通常、', ''],
  adverbs: ['すぐに', '必ず', 'まとめて', 'もう一度', '一つずつ', ''],
};

const CHINESE: Voice = {
  sentence: (dice, marked) => `${chineseClauses(dice, marked)}。`,
  intro: (dice) => `${chineseClauses(dice, true)}：`,
  title: (dice) => `${dice.pick(HANZI.nouns)}的${dice.pick(HANZI.nouns)}`,
  word: (dice) => dice.pick(HANZI.nouns),
  space: '',
};

const JAPANESE: Voice = {
  sentence: (dice, marked) => `${japaneseClauses(dice, marked)}。`,
  intro: (dice) => `${dice.pick(KANA.nouns)}は次のとおりです:`,
  title: (dice) => `${dice.pick(KANA.nouns)}と${dice.pick(KANA.nouns)}`,
  word: (dice) => dice.pick(KANA.nouns),
  space: '',
};

/** A document of about 1,000 to 16,000 characters, Chinese for even numbers and Japanese for odd ones. */
export function generatedCjk(seed: number): string {
  return markdownOf(diceOf(seed), seed % 2 === 0 ? CHINESE : JAPANESE);
}

function chineseClauses(dice: Dice, marked: boolean): string {
  const { nouns, verbs, links, adverbs } = HANZI;
  const clauses = Array.from({ length: 1 + dice.roll(4) }, () => {
    const subject = marked ? markedNoun(dice, nouns) : dice.pick(nouns);
    return `${dice.pick(links)}${subject}${dice.pick(adverbs)}${dice.pick(verbs)}${dice.pick(nouns)}中的${dice.pick(nouns)}`;
  });
  return clauses.join('，');
}

function japaneseClauses(dice: Dice, marked: boolean): string {
  const { nouns, verbs, links, adverbs } = KANA;
  const objects = Array.from(
    { length: 1 + dice.roll(3) },
    () => `${marked ? markedNoun(dice, nouns) : dice.pick(nouns)}の${dice.pick(nouns)}`,
  );
  return `${dice.pick(links)}${dice.pick(nouns)}は${objects.join('、')}を${dice.pick(adverbs)}${dice.pick(verbs)}`;
}

function markedNoun(dice: Dice, nouns: readonly string[]): string {
  const noun = dice.pick(nouns);
  const mark = dice.roll(20);
  if (mark === 0) return `\`${dice.pick(NAMES)}\``;
  if (mark === 1) return `**${noun}**`;
  if (mark === 2) return `[${noun}](../guide/${dice.pick(NAMES)}.md)`;
  return noun;
}

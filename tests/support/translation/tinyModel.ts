import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The smallest model that the engine loads: the transformer of Firefox's models with 16 dimensions, one layer each, one
 * head and 16 words, with weights from a fixed seed. It proves that files are read and sentences go through; what it
 * says means nothing.
 */
export type TinyModel = { readonly model: string; readonly vocabs: readonly [string]; readonly lex: null };

type Item = {
  readonly name: string;
  readonly type: number;
  readonly shape: readonly number[];
  readonly data: Buffer;
};

const [d, f, V] = [16, 16, 16];
const [float32, int8, intgemm8] = [0x404, 0x101, 0x4101];

/** @param end bias of the end of a sentence: the lower, the longer the output */
export function writeTinyModel(folder: string, end = -2): TinyModel {
  const model = join(folder, 'model.tiny.intgemm8.bin');
  const vocab = join(folder, 'vocab.tiny.spm');
  writeFileSync(model, modelFile(end));
  writeFileSync(vocab, vocabularyFile());
  return { model, vocabs: [vocab], lex: null };
}

function modelFile(end: number): Buffer {
  let seed = 7;
  const random = (): number => {
    seed = (seed * 1103515245 + 12345) % 0x80000000;
    return seed / 0x80000000 - 0.5;
  };
  const floats = (name: string, values: readonly number[]): Item => ({
    name,
    type: float32,
    shape: [1, values.length],
    data: Buffer.from(Float32Array.from(values).buffer),
  });
  const weights = (name: string, rows: number, columns: number): readonly Item[] => {
    const values = Buffer.alloc(rows * columns + 4);
    for (let at = 0; at < rows * columns; at++) values.writeInt8(Math.round(random() * 100), at);
    values.writeFloatLE(127 / 2, rows * columns);
    return [
      { name, type: intgemm8, shape: [rows, columns], data: values },
      floats(`${name}_QuantMultA`, [25.4]),
    ];
  };
  const zeros = (name: string, size: number): Item =>
    floats(
      name,
      Array.from({ length: size }, () => 0),
    );
  const norm = (name: string): readonly Item[] => [
    floats(
      `${name}_ln_scale`,
      Array.from({ length: d }, () => 1),
    ),
    zeros(`${name}_ln_bias`, d),
  ];
  const attention = (name: string): readonly Item[] => [
    ...['q', 'k', 'v', 'o'].flatMap((part) => [
      ...weights(`${name}_W${part}`, d, d),
      zeros(`${name}_b${part}`, d),
    ]),
    ...norm(`${name}_Wo`),
  ];
  const feedForward = (name: string): readonly Item[] => [
    ...weights(`${name}_W1`, d, f),
    zeros(`${name}_b1`, f),
    ...weights(`${name}_W2`, f, d),
    zeros(`${name}_b2`, d),
    ...norm(`${name}_ffn`),
  ];
  const bias = Array.from({ length: V }, (_, at) => (at === 0 ? end : at === 1 ? -50 : 0));
  const items: readonly Item[] = [
    ...weights('Wemb', V, d),
    floats('none_QuantMultA', [25.4]),
    floats('decoder_ff_logit_out_b', bias),
    ...attention('encoder_l1_self'),
    ...feedForward('encoder_l1_ffn'),
    ...weights('decoder_l1_rnn_W', d, d),
    ...weights('decoder_l1_rnn_Wf', d, d),
    zeros('decoder_l1_rnn_bf', d),
    ...norm('decoder_l1_rnn_ffn'),
    ...attention('decoder_l1_context'),
    ...feedForward('decoder_l1_ffn'),
    settings(),
  ];
  return written(items);
}

function settings(): Item {
  const yml = [
    'type: transformer',
    `dim-emb: ${d}`,
    `dim-vocabs:\n  - ${V}\n  - ${V}`,
    'enc-depth: 1',
    'dec-depth: 1',
    'transformer-heads: 1',
    `transformer-dim-ffn: ${f}`,
    'transformer-decoder-autoreg: rnn',
    'dec-cell: ssru',
    'tied-embeddings-all: true',
    'transformer-ffn-activation: relu',
    'transformer-ffn-depth: 2',
    'transformer-postprocess: dan',
    'transformer-postprocess-emb: d',
    'transformer-preprocess: ""',
    'transformer-guided-alignment-layer: last',
    'version: v1.9.0',
    '',
  ].join('\n');
  const data = Buffer.from(`${yml}\0`);
  return { name: 'special:model.yml', type: int8, shape: [data.length], data };
}

function written(items: readonly Item[]): Buffer {
  const u64 = (...values: readonly number[]): Buffer => {
    const buffer = Buffer.alloc(8 * values.length);
    values.forEach((value, at) => {
      buffer.writeBigUInt64LE(BigInt(value), at * 8);
    });
    return buffer;
  };
  const head = Buffer.concat([
    u64(1, items.length),
    ...items.map(({ name, type, shape, data }) => u64(name.length + 1, type, shape.length, data.length)),
    ...items.map(({ name }) => Buffer.from(`${name}\0`)),
    Buffer.from(Int32Array.from(items.flatMap(({ shape }) => shape)).buffer),
  ]);
  const gap = (256 - ((head.length + 8) % 256)) % 256;
  return Buffer.concat([head, u64(gap), Buffer.alloc(gap), ...items.map(({ data }) => data)]);
}

const words = [
  '▁the',
  '▁lock',
  '▁is',
  '▁light',
  '▁and',
  '▁not',
  '▁a',
  's',
  '▁',
  'e',
  't',
  '.',
  '。',
  '▁bike',
];

/** A SentencePiece vocabulary as protobuf. */
function vocabularyFile(): Buffer {
  const entries = [
    { text: '</s>', score: 0, type: 3 },
    { text: '<unk>', score: 0, type: 2 },
    ...words.map((text, at) => ({ text, score: -at, type: 1 })),
  ];
  return Buffer.concat([
    ...entries.map(({ text, score, type }) =>
      field(
        1,
        Buffer.concat([
          field(1, Buffer.from(text)),
          float(2, score),
          ...(type === 1 ? [] : [number(3, type)]),
        ]),
      ),
    ),
    field(
      2,
      Buffer.concat([
        number(3, 1),
        number(4, V),
        number(40, 1),
        number(41, -1),
        number(42, 0),
        number(43, -1),
        field(45, Buffer.from('<unk>')),
        field(46, Buffer.from('<s>')),
        field(47, Buffer.from('</s>')),
        field(48, Buffer.from('<pad>')),
      ]),
    ),
    field(3, Buffer.concat([field(1, Buffer.from('identity')), number(3, 1), number(4, 1), number(5, 1)])),
  ]);
}

function varint(value: number): Buffer {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 128 : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
}

const number = (tag: number, value: number): Buffer => Buffer.concat([varint(tag << 3), varint(value)]);
const field = (tag: number, data: Buffer): Buffer =>
  Buffer.concat([varint((tag << 3) | 2), varint(data.length), data]);
function float(tag: number, value: number): Buffer {
  const data = Buffer.alloc(4);
  data.writeFloatLE(value);
  return Buffer.concat([varint((tag << 3) | 5), data]);
}

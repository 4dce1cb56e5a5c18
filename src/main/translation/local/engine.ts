/**
 * Bergamot's WebAssembly build as its package ships it: glue and wasm are read from the package, unchanged. The package's
 * own worker does not start in Node, so its part is here: the aligned memory of the files, and the kernels that the
 * module imports under other names than it exports them.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import type { ModelFiles } from './protocol.ts';

type Deletable = { readonly delete: () => void };
type AlignedMemory = Deletable & { readonly getByteArrayView: () => Int8Array };
type Vector<T> = Deletable & { readonly push_back: (item: T) => void };
type Responses = Deletable & {
  readonly size: () => number;
  readonly get: (index: number) => Deletable & { readonly getTranslatedText: () => string };
};
type Options = { readonly qualityScores: boolean; readonly alignment: boolean; readonly html: boolean };

type Bergamot = {
  readonly asm: Readonly<Record<string, ((...given: readonly number[]) => number) | undefined>>;
  readonly HEAP8?: Int8Array;
  readonly AlignedMemory: new (size: number, alignment: number) => AlignedMemory;
  readonly AlignedMemoryList: new () => Vector<AlignedMemory>;
  readonly TranslationModel: new (
    config: string,
    model: AlignedMemory,
    lex: AlignedMemory,
    vocabs: Vector<AlignedMemory>,
    quality: null,
  ) => Deletable;
  readonly VectorString: new () => Vector<string>;
  readonly VectorResponseOptions: new () => Vector<Options>;
  readonly BlockingService: new (config: {
    readonly cacheSize: number;
  }) => Deletable & {
    readonly translate: (model: Deletable, texts: Vector<string>, options: Vector<Options>) => Responses;
    readonly translateViaPivoting: (
      first: Deletable,
      second: Deletable,
      texts: Vector<string>,
      options: Vector<Options>,
    ) => Responses;
  };
};

/** As the module imports them, and as it exports them. */
const kernels: Readonly<Record<string, string>> = {
  int8_prepare_a: 'int8PrepareAFallback',
  int8_prepare_b: 'int8PrepareBFallback',
  int8_prepare_b_from_transposed: 'int8PrepareBFromTransposedFallback',
  int8_prepare_b_from_quantized_transposed: 'int8PrepareBFromQuantizedTransposedFallback',
  int8_prepare_bias: 'int8PrepareBiasFallback',
  int8_multiply_and_add_bias: 'int8MultiplyAndAddBiasFallback',
  int8_select_columns_of_b: 'int8SelectColumnsOfBFallback',
};

/** Of a greedy search over eight-bit weights. Alignments put tags back into HTML. */
const config = `beam-size: 1
normalize: 1.0
word-penalty: 0
cpu-threads: 0
gemm-precision: int8shiftAlphaAll
skip-cost: true
alignment: soft
max-length-break: 128
mini-batch-words: 1024
workspace: 128
max-length-factor: 2.0
quiet: true
quiet-translation: true
`;

/** Of the runtime; the types of Node leave it out. */
type WasmModule = { readonly wasmModule: unique symbol };
type WasmInstance = { readonly exports: object };
const { WebAssembly: webAssembly } = globalThis as unknown as {
  readonly WebAssembly: {
    readonly compile: (bytes: Uint8Array) => Promise<WasmModule>;
    readonly instantiate: (module: WasmModule, imports: object) => Promise<WasmInstance>;
  };
};

const packageName = '@browsermt/bergamot-translator';

async function startModule(): Promise<Bergamot> {
  const { resolve } = createRequire(import.meta.url);
  const glue = readFileSync(resolve(`${packageName}/worker/bergamot-translator-worker.js`), 'utf8');
  const wasm = readFileSync(resolve(`${packageName}/worker/bergamot-translator-worker.wasm`));
  const compiled = await webAssembly.compile(wasm);
  return new Promise((ready, failed) => {
    const silent = (): void => {};
    const module: Record<string, unknown> = {
      print: silent,
      printErr: silent,
      onAbort: (reason: unknown) => failed(new Error(String(reason))),
      onRuntimeInitialized: () => ready(module as unknown as Bergamot),
      instantiateWasm: (imports: object, accept: (instance: WasmInstance) => void) => {
        const linked = Object.entries(kernels).map(([name, exported]) => [
          name,
          (...given: readonly number[]) => (module as unknown as Bergamot).asm[exported]?.(...given),
        ]);
        webAssembly
          .instantiate(compiled, { ...imports, wasm_gemm: Object.fromEntries(linked) })
          .then(accept, failed);
        return {};
      },
    };
    compileFunction(glue, ['Module'])(module);
  });
}

export type LocalEngine = {
  /** @throws if the files are no model; the engine is spent then */
  readonly load: (route: readonly ModelFiles[]) => number;
  readonly translate: (texts: readonly string[], html: boolean) => readonly string[];
};

/** Starts the engine. Its memory never shrinks: end the thread to free it. */
export async function startEngine(): Promise<LocalEngine> {
  const bergamot = await startModule();
  const service = new bergamot.BlockingService({ cacheSize: 0 });
  let models: readonly Deletable[] = [];
  const memory = (bytes: Uint8Array, alignment: number): AlignedMemory => {
    const aligned = new bergamot.AlignedMemory(bytes.byteLength, alignment);
    aligned.getByteArrayView().set(bytes);
    return aligned;
  };
  const load = ({ model, vocabs, lex }: ModelFiles): Deletable => {
    const list = new bergamot.AlignedMemoryList();
    for (const vocab of vocabs) list.push_back(memory(readFileSync(vocab), 64));
    const shortlist = memory(lex === null ? new Uint8Array(0) : readFileSync(lex), 64);
    return new bergamot.TranslationModel(config, memory(readFileSync(model), 256), shortlist, list, null);
  };
  return {
    load(route) {
      for (const model of models) model.delete();
      models = route.map(load);
      return bergamot.HEAP8?.buffer.byteLength ?? 0;
    },
    translate(texts, html) {
      const [first, second] = models;
      if (first === undefined) throw new Error('No model is loaded.');
      const input = new bergamot.VectorString();
      const options = new bergamot.VectorResponseOptions();
      // The engine answers an empty text with one of its own in some builds: only what has words is sent.
      const places = texts.flatMap((text, index) => (text.trim() === '' ? [] : [index]));
      for (const place of places) {
        input.push_back(texts[place] ?? '');
        options.push_back({ qualityScores: false, alignment: true, html });
      }
      const responses =
        second === undefined
          ? service.translate(first, input, options)
          : service.translateViaPivoting(first, second, input, options);
      const out = texts.map(() => '');
      places.forEach((place, at) => {
        const response = responses.get(at);
        out[place] = response.getTranslatedText();
        response.delete();
      });
      responses.delete();
      input.delete();
      options.delete();
      return out;
    },
  };
}

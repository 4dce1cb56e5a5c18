import type { Engine } from '#shared/interface/engines.ts';
import type { EngineAliases } from '#shared/model/connection.ts';

type AliasTexts = { readonly path?: string; readonly displayName?: string; readonly taskType?: string };

/** Aliases while they are typed; any text is allowed. */
export type AliasDraft = Readonly<Partial<Record<Engine, AliasTexts>>>;

export function draftOf(aliases: EngineAliases): AliasDraft {
  const draft: Partial<Record<Engine, AliasTexts>> = {};
  for (const [engine, alias] of Object.entries(aliases)) {
    if (alias === undefined) continue;
    draft[engine as Engine] = {
      path: alias.path ?? '',
      displayName: alias.displayName ?? '',
      taskType: alias.taskType ?? '',
    };
  }
  return draft;
}

/** The aliases to send, without blank ones and engines without any. */
export function aliasesOf(draft: AliasDraft): EngineAliases {
  const aliases: EngineAliases = {};
  for (const [engine, texts] of Object.entries(draft)) {
    const kept = Object.fromEntries(
      Object.entries(texts ?? {})
        .map(([part, text]) => [part, text.trim()])
        .filter(([, text]) => text !== ''),
    );
    if (Object.keys(kept).length > 0) aliases[engine as Engine] = kept;
  }
  return aliases;
}

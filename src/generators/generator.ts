/** Contract of generators; adapters stand beside this file. Evaluation asks one for answers; nothing else does. */

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface Generation {
  readonly text: string;
  /** Tokens of the prompt and of the answer, where the model says them. */
  readonly tokensIn?: number;
  readonly tokensOut?: number;
}

export interface Generator {
  /** Stable name of the model and its settings; reports show it. */
  readonly id: string;
  /**
   * The model's answer to a prompt, which is one message of the user, or to a conversation. As close to always the same
   * as the model can. Throws `KerfError('generator-failed')` after its own retries; an aborted `signal` throws its reason.
   */
  generate(prompt: string | readonly Message[], options?: { readonly signal?: AbortSignal }): Promise<Generation>;
}

/** Adapters that a caller in the same thread could not stop. */
const can = { plainText: true };

/** Hangs at texts with a sentence end, and is sound otherwise. */
export const looping = {
  name: 'looping',
  can,
  chunk: ({ text }) => {
    while (text.includes('. '));
    return [{ text }];
  },
};

export const growing = {
  name: 'growing',
  can,
  chunk: ({ text }) => {
    const chunks = [];
    for (;;) chunks.push({ text: text + chunks.length });
  },
};

export const quitting = { name: 'quitting', can, chunk: () => process.exit(3) };

export const sound = async () => ({ name: 'made when it is needed', can, chunk: ({ text }) => [{ text }] });

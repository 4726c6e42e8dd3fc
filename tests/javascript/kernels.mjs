// Every kernel of the page, for tests.
const FOLDER = new URL("../../lib/glassbox/widgets/kernels/", import.meta.url);
const NAMES = [
  "arrays",
  "attention",
  "cheaper_attention",
  "embedding",
  "encoder_decoder",
  "gated",
  "masks",
  "normalization",
  "output_head",
  "position_wise",
  "probability",
  "relative_positions",
  "residual",
  "sampling",
  "token_model",
];
const modules = await Promise.all(NAMES.map((name) => import(`${FOLDER}${name}.js`)));
export const kernels = Object.assign({}, ...modules);

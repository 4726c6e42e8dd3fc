// The kernels again, for the page: the same names and meaning as in Python, on plain
// arrays in float64. A row is an array of numbers, a matrix an array of rows. Options
// come last, in braces: softmax([1, 2, 3], { temperature: 0.5 }).
//
// Each function stands alone at the left margin: a widget is sent only those that it
// imports, and those that they name in turn (see _assemble.py).

/** Scores to shares that sum to 1: p_i = exp(z_i / T) / sum_j exp(z_j / T). */
export function softmax(logits, { temperature = 1 } = {}) {
  const exponentials = exponents(logits, { temperature }).map(Math.exp);
  const total = nonzero_sum(exponentials);
  return exponentials.map((e) => e / total);
}

/** log p_i = z_i / T - log sum_j exp(z_j / T), in nats. */
export function log_softmax(logits, { temperature = 1 } = {}) {
  const scaled = exponents(logits, { temperature });
  const log_total = Math.log(nonzero_sum(scaled.map(Math.exp)));
  return scaled.map((x) => x - log_total);
}

/** H(p) = -sum_i p_i log p_i in nats, with 0 log 0 = 0. */
export function entropy(probabilities) {
  return sum(probabilities.map((p) => (p === 0 ? 0 : -p * Math.log(p))));
}

/** dp_i / dz_j = (p_i [i = j] - p_i p_j) / T, as rows i of columns j. */
export function softmax_jacobian(probabilities, { temperature = 1 } = {}) {
  check_temperature(temperature);
  if (temperature === 0) {
    throw new RangeError("temperature must be above 0: at 0 the shares jump; got 0");
  }
  return probabilities.map((p, i) =>
    probabilities.map((q, j) => ((i === j ? p : 0) - p * q) / temperature),
  );
}

/** (z - max z) / T, which is 0 at most: what softmax exponentiates. */
export function exponents(logits, { temperature = 1 } = {}) {
  check_temperature(temperature);
  const maximum = logits.reduce((a, b) => Math.max(a, b), -Infinity);
  // A row of -Infinity alone keeps it: -Infinity - -Infinity would be NaN.
  const shifted = logits.map((z) => z - (maximum === -Infinity ? 0 : maximum));
  if (temperature < 2 ** -1022) { // T = 0, or too small for a full float64
    return shifted.map((x) => (x < 0 ? -Infinity : x));
  }
  return shifted.map((x) => x / temperature);
}

/** y = x + f(x), entry by entry: the lengths must agree. */
export function residual_connection(x, sublayer_output) {
  if (x.length !== sublayer_output.length) {
    const lengths = `${x.length} and ${sublayer_output.length}`;
    throw new RangeError(`x and sublayer_output must have the same shape; got ${lengths}`);
  }
  return x.map((value, i) =>
    Array.isArray(value) ? residual_connection(value, sublayer_output[i]) : value + sublayer_output[i],
  );
}

/** y = gamma (x - mu) / sqrt(sigma^2 + eps) + beta; axis says who shares mu and sigma. */
export function layer_norm(x, { axis = -1, ...options } = {}) {
  return normalise(x, shared_statistics(x, axis), options);
}

/** The same with one mu and sigma a feature, over all else: the batch's, or given ones. */
export function batch_norm(x, { running_mean, running_var, mask, ...options } = {}) {
  if (!running_mean !== !running_var) {
    throw new RangeError("running_mean and running_var must be given together; got one");
  }
  const { mean, variance } = running_mean
    ? { mean: running_mean, variance: running_var }
    : batch_statistics(x, { mask });
  const statistics = (place) => ({ mean: mean[place.at(-1)], variance: variance[place.at(-1)] });
  return normalise(x, statistics, options);
}

/** Each feature's mean and population variance over all else, of the unmasked. */
export function batch_statistics(x, { mask } = {}) {
  const columns = [];
  map_entries(x, (value, place) => {
    const column = (columns[place.at(-1)] ??= []);
    if (!mask || place.slice(0, -1).reduce((part, i) => part[i], mask)) column.push(value);
  });
  const found = columns.map(mean_and_variance);
  return { mean: found.map((one) => one.mean), variance: found.map((one) => one.variance) };
}

/** y = gamma x / sqrt(mean(x^2) + eps): no mean is taken off. */
export function rms_norm(x, options = {}) {
  if (Array.isArray(x[0])) return x.map((row) => rms_norm(row, options));
  const mean_square = mean_of(x.map((value) => value * value));
  return normalise(x, () => ({ mean: 0, variance: mean_square }), options);
}

/** Normalise each entry by what statistics says of its place; gamma, beta by feature. */
function normalise(x, statistics, { gamma, beta, eps = 1e-5 }) {
  if (!(eps >= 0)) throw new RangeError(`eps must be at least 0; got ${eps}`);
  return map_entries(x, (value, place) => {
    const { mean, variance } = statistics(place);
    const normalised = (value - mean) / Math.sqrt(variance + eps);
    const scaled = gamma ? gamma[place.at(-1)] * normalised : normalised;
    return beta ? scaled + beta[place.at(-1)] : scaled;
  });
}

/** Group the entries whose places differ on the axes alone; find a place's mu, sigma^2. */
export function shared_statistics(x, axis) {
  let depth = 0;
  for (let part = x; Array.isArray(part); part = part[0]) depth += 1;
  const one = depth === 1 && mean_and_variance(x);
  if (one) return () => one; // a single row, quickly
  const axes = [axis].flat().map((a) => (a < 0 ? a + depth : a));
  const group = (place) => place.filter((_, a) => !axes.includes(a)).join();
  const values = {};
  map_entries(x, (value, place) => (values[group(place)] ??= []).push(value));
  const found = Object.fromEntries(
    Object.entries(values).map(([name, row]) => [name, mean_and_variance(row)]),
  );
  return (place) => found[group(place)];
}

export function mean_and_variance(row) {
  const mean = mean_of(row);
  return { mean, variance: mean_of(row.map((x) => (x - mean) * (x - mean))) };
}

function mean_of(row) {
  return sum(row) / Math.max(row.length, 1);
}

/** Arrays in arrays, f(value, place) for each number; a place is its list of indices. */
export function map_entries(x, f, place = []) {
  return Array.isArray(x) ? x.map((part, i) => map_entries(part, f, [...place, i])) : f(x, place);
}

/** The sum, but 1 for 0: a row of -Infinity alone has the shares 0, not 0 / 0. */
function nonzero_sum(row) {
  const total = sum(row);
  return total === 0 ? 1 : total;
}

export function sum(row) {
  return row.reduce((total, x) => total + x, 0);
}

function check_temperature(temperature) {
  const rule = `temperature must be a finite number of at least 0; got ${temperature}`;
  if (typeof temperature !== "number") throw new TypeError(rule);
  if (!Number.isFinite(temperature) || temperature < 0) throw new RangeError(rule);
}

// From here on x, query, key and so on are matrices: one row a token, no batch axis.

/** (A B)_ij = sum_k a_ik b_kj. */
export function matmul(a, b) {
  if (a.some((row) => row.length !== b.length)) {
    throw new RangeError(`a must have as many columns as b has rows; got ${a[0].length} and ${b.length}`);
  }
  const columns = transpose(b);
  return a.map((row) => columns.map((column) => dot(row, column)));
}

export function transpose(a) {
  return a.length ? a[0].map((_, j) => a.map((row) => row[j])) : [];
}

function dot(a, b) {
  let total = 0;
  for (let i = 0; i < a.length; i += 1) total += a[i] * b[i];
  return total;
}

/** x W + b, with W as rows of d_in and columns of d_out. */
export function linear(x, weight, bias) {
  const product = matmul(x, weight);
  return bias ? product.map((row) => residual_connection(row, bias)) : product;
}

/** True = may attend: mask[i][j] = (j <= first_query + i). */
export function causal_mask(n_queries, { first_query = 0, n_keys = first_query + n_queries } = {}) {
  return table_of(n_queries, n_keys, (i, j) => j <= first_query + i);
}

/** For each sequence one row for all of its queries: mask[b][0][j] = (j < lengths[b]). */
export function padding_mask(lengths, n_keys) {
  return lengths.map((length) => table_of(1, n_keys, (_, j) => j < length));
}

function table_of(n_rows, n_columns, f) {
  return Array.from({ length: n_rows }, (_, i) => Array.from({ length: n_columns }, (_, j) => f(i, j)));
}

/** softmax(Q K^T / sqrt(d_k)) V; a mask has a row a query, or one row for all. */
export function scaled_dot_product_attention(query, key, value, { mask, scale } = {}) {
  if (key.length !== value.length) {
    throw new RangeError(`key and value must have the same number of keys; got ${key.length} and ${value.length}`);
  }
  const factor = scale ?? 1 / Math.sqrt(Math.max(query[0]?.length ?? 1, 1));
  const scores = query.map((q) => key.map((k) => dot(q, k) * factor));
  const weights = scores.map((row, i) => {
    const allowed = mask && (mask.length === 1 ? mask[0] : mask[i]);
    return softmax(allowed ? row.map((score, j) => (allowed[j] ? score : -Infinity)) : row);
  });
  const columns = transpose(value);
  const output = weights.map((row) => columns.map((column) => dot(row, column)));
  return { output, weights, scores };
}

/** One matrix (n, d_head) a head: the heads' columns side by side make x. */
export function split_heads(x, n_heads) {
  const d_model = x[0]?.length ?? 0;
  if (d_model % n_heads) {
    throw new RangeError(`d_model must be divisible by n_heads; got ${d_model} and ${n_heads}`);
  }
  const d_head = d_model / n_heads;
  return table_of(n_heads, x.length, (h, i) => x[i].slice(h * d_head, (h + 1) * d_head));
}

export function merge_heads(heads) {
  return heads[0].map((_, i) => heads.flatMap((head) => head[i]));
}

/** Concat(head_1 ... head_h) W^O; weights and scores come as one matrix a head. */
export function multi_head_attention(query, key, value, parameters, { mask } = {}) {
  return attend(query, project_memory(key, value, parameters), parameters, mask);
}

/** Keys and values, projected and split: what a cache keeps. */
function project_memory(key, value, { n_heads, w_k, b_k, w_v, b_v }) {
  const keys = split_heads(linear(key, w_k, b_k), n_heads);
  return { keys, values: split_heads(linear(value, w_v, b_v), n_heads) };
}

function attend(query, { keys, values }, { n_heads, w_q, b_q, w_o, b_o }, mask) {
  const queries = split_heads(linear(query, w_q, b_q), n_heads);
  const heads = queries.map((q, h) => scaled_dot_product_attention(q, keys[h], values[h], { mask }));
  return {
    output: linear(merge_heads(heads.map((head) => head.output)), w_o, b_o),
    weights: heads.map((head) => head.weights),
    scores: heads.map((head) => head.scores),
  };
}

export function one_hot(token_ids, vocabulary_size) {
  return token_ids.map((id) => {
    check_id(id, vocabulary_size);
    return Array.from({ length: vocabulary_size }, (_, v) => (v === id ? 1 : 0));
  });
}

/** Each token's row of the table, times sqrt(d_model) if scaled. */
export function embed(token_ids, table, { scale = false } = {}) {
  return token_ids.map((id) => {
    check_id(id, table.length);
    return table[id].map((value) => (scale ? value * Math.sqrt(table[id].length) : value));
  });
}

function check_id(id, vocabulary_size) {
  if (!Number.isInteger(id) || id < 0 || id >= vocabulary_size) {
    throw new RangeError(`token_ids must lie between 0 and vocabulary_size - 1 = ${vocabulary_size - 1}; got ${id}`);
  }
}

/** sin and cos of pos / 10000^(2i / d_model), in turn. */
export function sinusoidal_positions(n_positions, d_model) {
  const scales = Array.from({ length: d_model }, (_, j) => 10000 ** ((j - (j % 2)) / d_model));
  return Array.from({ length: n_positions }, (_, position) =>
    scales.map((scale, j) => (j % 2 ? Math.cos : Math.sin)(position / scale)));
}

export function relu(x) {
  return map_entries(x, (value) => (value <= 0 ? 0 : value));
}

/** x Phi(x), or GPT-2's approximation of it: { approximate: "tanh" }. */
export function gelu(x, { approximate = "none" } = {}) {
  if (approximate !== "none" && approximate !== "tanh") {
    throw new RangeError(`approximate must be "none" or "tanh"; got ${approximate}`);
  }
  return map_entries(x, (v) => {
    const inner = Math.sqrt(2 / Math.PI) * (v + 0.044715 * v * v * v);
    return (v * (1 + (approximate === "tanh" ? Math.tanh(inner) : erf(v / Math.SQRT2)))) / 2;
  });
}

/** The error function by its series exp(-x^2) (x + 2 x^3 / 3 + 4 x^5 / 15 + ...). */
function erf(x) {
  if (Math.abs(x) > 6) return Math.sign(x); // 1 to the last bit
  let [term, total] = [x, x];
  for (let n = 1; n < 200; n += 1) {
    term *= (2 * x * x) / (2 * n + 1);
    total += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * total;
}

/** max(0, x W_1 + b_1) W_2 + b_2. */
export function feed_forward(x, { w_1, b_1, w_2, b_2, activation = "relu" }) {
  const widened = linear(x, w_1, b_1);
  const bent = activation === "relu" ? relu(widened) : gelu(widened, { approximate: activation === "gelu_tanh" ? "tanh" : "none" });
  return linear(bent, w_2, b_2);
}

/** h E^T + b: compare each row with each token's. */
export function vocabulary_logits(hidden, table, bias) {
  return linear(hidden, transpose(table), bias);
}

/** 1 - eps for the token; the rest for the others, or spread over "all". */
export function smooth_labels(token_ids, vocabulary_size, epsilon, { convention = "others" } = {}) {
  if (!(epsilon >= 0 && epsilon <= 1)) {
    throw new RangeError(`epsilon must lie between 0 and 1; got ${epsilon}`);
  }
  if (convention !== "others" && convention !== "all") {
    throw new RangeError(`convention must be "others" or "all"; got ${convention}`);
  }
  const all = convention === "all";
  const share = epsilon / (all ? vocabulary_size : vocabulary_size - 1);
  return one_hot(token_ids, vocabulary_size).map((row) =>
    row.map((is_token) => (is_token ? 1 - epsilon + (all ? share : 0) : share)),
  );
}

/** -mean_i sum_v q_iv log p_iv in nats, for ids or distributions; 0 log 0 = 0. */
export function cross_entropy(logits, targets, { mask } = {}) {
  const losses = [];
  logits.forEach((row, i) => {
    if (mask && !mask[i]) return;
    const q = Array.isArray(targets[i]) ? targets[i] : one_hot([targets[i]], row.length)[0];
    const log_p = log_softmax(row);
    losses.push(-sum(q.map((share, v) => (share === 0 ? 0 : share * log_p[v]))));
  });
  return mean_of(losses);
}

/** The k highest scores of a row; -Infinity for the others. Lowest ids first on ties. */
export function keep_top_k(logits, k) {
  if (!Number.isInteger(k) || k < 1) {
    throw new RangeError(`k must be an integer of at least 1; got ${k}`);
  }
  const kept = new Set(by_falling_score(logits).slice(0, k));
  return logits.map((z, v) => (kept.has(v) ? z : -Infinity));
}

/** The fewest highest scores of a row whose shares reach p; -Infinity for the others. */
export function keep_top_p(logits, p) {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`p must lie between 0 and 1; got ${p}`);
  const shares = softmax(logits);
  const kept = new Set();
  let held = 0;
  for (const v of by_falling_score(logits)) {
    if (kept.size && held >= p && p < 1) break;
    kept.add(v);
    held += shares[v];
  }
  return logits.map((z, v) => (kept.has(v) ? z : -Infinity));
}

function by_falling_score(logits) {
  return logits.map((_, v) => v).sort((a, b) => (logits[b] > logits[a]) - (logits[b] < logits[a]) || a - b);
}

/** Temperature, then top-k, then top-p, then shares that sum to 1 again. */
export function next_token_probabilities(logits, { temperature = 1, top_k, top_p } = {}) {
  let scores = log_softmax(logits, { temperature });
  if (top_k != null) scores = keep_top_k(scores, top_k);
  if (top_p != null) scores = keep_top_p(scores, top_p);
  return softmax(scores);
}

/** The id with the highest score, the lowest among equals. */
export function greedy(logits) {
  if (logits.some(Number.isNaN)) throw new RangeError("logits must be numbers; got nan");
  return by_falling_score(logits)[0];
}

/** Draw an id; random() gives a uniform number in [0, 1). */
export function sample(probabilities, random = Math.random) {
  const cumulative = [];
  probabilities.forEach((p, v) => cumulative.push((cumulative[v - 1] ?? 0) + p));
  const mark = random() * cumulative.at(-1);
  return cumulative.findIndex((held) => held > mark);
}

/** x <- Norm(x + f(x)), or with norm_first x + f(Norm(x)), for each sublayer f. */
function add_and_norm(x, f, norm, norm_first) {
  const normed = (rows) => layer_norm(rows, norm);
  const sum_of = (rows) => residual_connection(x, f(rows));
  return norm_first ? sum_of(normed(x)) : normed(sum_of(x));
}

/** Rows through the encoder's layers: { output, weights: [layer][head][query][key] }. */
export function encode(x, { layers, norm_first, final_norm }, { mask } = {}) {
  const weights = [];
  for (const p of layers) {
    const look = (h) => {
      const found = multi_head_attention(h, h, h, p.self_attention, { mask });
      weights.push(found.weights);
      return found.output;
    };
    x = add_and_norm(x, look, p.self_attention_norm, norm_first);
    x = add_and_norm(x, (h) => feed_forward(h, p.feed_forward), p.feed_forward_norm, norm_first);
  }
  return { output: final_norm ? layer_norm(x, final_norm) : x, weights };
}

/** The same for the decoder. A cache, { } at first, keeps keys and values of past rows. */
export function decode(y, memory, { layers, norm_first, final_norm }, { target_mask, memory_mask, cache = {} } = {}) {
  const weights = [];
  cache.n_positions = (cache.n_positions ?? 0) + y.length;
  layers.forEach((p, i) => {
    const past = ((cache.layers ??= [])[i] ??= {});
    const found = {};
    const look = (h) => {
      past.own = append(past.own, project_memory(h, h, p.self_attention));
      found.own = attend(h, past.own, p.self_attention, target_mask);
      return found.own.output;
    };
    const read = (h) => {
      past.memory ??= project_memory(memory, memory, p.cross_attention);
      found.cross = attend(h, past.memory, p.cross_attention, memory_mask);
      return found.cross.output;
    };
    y = add_and_norm(y, look, p.self_attention_norm, norm_first);
    y = add_and_norm(y, read, p.cross_attention_norm, norm_first);
    y = add_and_norm(y, (h) => feed_forward(h, p.feed_forward), p.feed_forward_norm, norm_first);
    weights.push({ self_attention: found.own.weights, cross_attention: found.cross.weights });
  });
  return { output: final_norm ? layer_norm(y, final_norm) : y, weights };
}

/** Put new keys and values behind those of the past, head by head. */
function append(past, { keys, values }) {
  if (!past) return { keys, values };
  const behind = (old, added) => old.map((head, h) => [...head, ...added[h]]);
  return { keys: behind(past.keys, keys), values: behind(past.values, values) };
}

/** sqrt(d_model) E[t_i] + PE(first_position + i). */
export function embed_tokens(token_ids, table, { scale = true, first_position = 0 } = {}) {
  const positions = sinusoidal_positions(first_position + token_ids.length, table[0].length);
  return residual_connection(embed(token_ids, table, { scale }), positions.slice(first_position));
}

export function encode_tokens(source_ids, { source_table, scale_embeddings, transformer }, { mask } = {}) {
  return encode(embed_tokens(source_ids, source_table, { scale: scale_embeddings }), transformer.encoder, { mask });
}

/** Logits for the token after each one; causal, and with a cache one step at a time. */
export function decode_tokens(target_ids, memory, parameters, { memory_mask, cache = {} } = {}) {
  const { target_table, output_bias, scale_embeddings, transformer } = parameters;
  const first = cache.n_positions ?? 0;
  const y = embed_tokens(target_ids, target_table, { scale: scale_embeddings, first_position: first });
  const target_mask = causal_mask(y.length, { first_query: first });
  const options = { target_mask, memory_mask, cache };
  const { output, weights } = decode(y, memory, transformer.decoder, options);
  return { output: vocabulary_logits(output, target_table, output_bias), weights };
}

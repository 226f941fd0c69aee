import { channels } from './colours.ts';

/** Where the map looks: the middle in the map's own units, and pixels a unit. */
export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export interface PointMap {
  /** [count × 2] */
  setPoints: (points: Float32Array) => void;
  /** A colour and a size in CSS pixels for each point. */
  setLooks: (colours: readonly string[], sizes: Float32Array) => void;
  /** The colour around each point: red, green and blue, 0…1. */
  setRing: (colour: readonly [number, number, number]) => void;
  /** Points that are drawn with another size, in CSS pixels. They cost nothing to change. */
  setLarge: (large: { hovered: number | null; chosen: number | null; size: number }) => void;
  draw: (camera: Camera, width: number, height: number, pixelRatio: number) => void;
  close: () => void;
}

const VERTEX = `#version 300 es
in vec2 place;
in vec3 colour;
in float size;
uniform vec2 middle;
uniform vec2 scale;
uniform float ratio;
uniform highp float ringWidth;
// Rows that are under the pointer and chosen; −1 for none.
uniform int hovered;
uniform int chosen;
uniform float grown;
out vec3 shade;
out float radius;
void main() {
  gl_Position = vec4((place - middle) * scale, 0.0, 1.0);
  bool isLarge = gl_VertexID == hovered || gl_VertexID == chosen;
  float wide = isLarge ? grown : size;
  gl_PointSize = wide * ratio + 2.0 * ringWidth;
  shade = colour;
  radius = wide * ratio * 0.5 + ringWidth;
}`;

const FRAGMENT = `#version 300 es
precision mediump float;
in vec3 shade;
in float radius;
uniform vec3 ring;
uniform highp float ringWidth;
out vec4 colour;
void main() {
  // Pixels from the middle.
  float far = length(gl_PointCoord - 0.5) * 2.0 * radius;
  if (far > radius) discard;
  float isRing = smoothstep(radius - ringWidth - 0.7, radius - ringWidth + 0.3, far);
  float edge = smoothstep(radius, radius - 1.0, far);
  colour = vec4(mix(shade, ring, isRing), edge * mix(0.9, 0.75, isRing));
}`;

/** CSS pixels of the ring around a point, which separates points that touch. */
const RING = 1.5;

/** Draws points by WebGL; null where the browser has none. */
export function createPointMap(canvas: HTMLCanvasElement): PointMap | null {
  const gl = canvas.getContext('webgl2', {
    antialias: true,
    // Pictures of the map are taken from the canvas at any time.
    preserveDrawingBuffer: true,
    premultipliedAlpha: false,
  });
  const program = gl && link(gl);
  if (!gl || !program) return null;
  const places = gl.createBuffer();
  const colours = gl.createBuffer();
  const sizes = gl.createBuffer();
  const at = (name: string) => gl.getAttribLocation(program, name);
  const uniform = (name: string) => gl.getUniformLocation(program, name);
  let count = 0;
  let large = { hovered: -1, chosen: -1, size: 0 };
  let ring: readonly [number, number, number] = [1, 1, 1];
  const fill = (buffer: WebGLBuffer, data: Float32Array, location: number, width: number) => {
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
    gl.enableVertexAttribArray(location);
    gl.vertexAttribPointer(location, width, gl.FLOAT, false, 0, 0);
  };
  gl.enable(gl.BLEND);
  gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  return {
    setPoints(points) {
      count = points.length / 2;
      fill(places, points, at('place'), 2);
    },
    setLooks(looks, wide) {
      fill(colours, Float32Array.from(looks.flatMap(channels)), at('colour'), 3);
      fill(sizes, wide, at('size'), 1);
    },
    setLarge({ hovered, chosen, size }) {
      large = { hovered: hovered ?? -1, chosen: chosen ?? -1, size };
    },
    setRing(colour) {
      ring = colour;
    },
    draw({ x, y, scale }, width, height, ratio) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clearColor(0, 0, 0, 0);
      gl.clear(gl.COLOR_BUFFER_BIT);
      // biome-ignore lint/correctness/useHookAtTopLevel: this is WebGL's useProgram, no hook
      gl.useProgram(program);
      gl.uniform2f(uniform('middle'), x, y);
      gl.uniform2f(uniform('scale'), (2 * scale) / width, (2 * scale) / height);
      gl.uniform1f(uniform('ratio'), ratio);
      gl.uniform1f(uniform('ringWidth'), RING * ratio);
      gl.uniform3f(uniform('ring'), ...ring);
      gl.uniform1i(uniform('hovered'), large.hovered);
      gl.uniform1i(uniform('chosen'), large.chosen);
      gl.uniform1f(uniform('grown'), large.size);
      gl.drawArrays(gl.POINTS, 0, count);
    },
    close() {
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}

function link(gl: WebGL2RenderingContext): WebGLProgram | null {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) return null;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  return gl.getProgramParameter(program, gl.LINK_STATUS) ? program : null;
}

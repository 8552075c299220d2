package io.duetime.engine.tck.model;

/**
 * One operation, done to the engine and to the model. Steps name what they act on relative to the
 * comparison they find, so that any part of a list of steps can be run by itself.
 */
interface Step {
  /** Does it to both and compares what they answer. */
  void on(Comparison comparison);

  /** Fails unless engine and model answered the same. */
  static void same(String what, Object engine, Object model) {
    if (!engine.equals(model)) {
      throw new AssertionError(
          what + " differs" + "\n  engine: " + engine + "\n  model:  " + model);
    }
  }
}

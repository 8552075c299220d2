/** Data that a store loses under an open process. */
@NullMarked
package io.duetime.runtime.loss;

import org.jspecify.annotations.NullMarked;

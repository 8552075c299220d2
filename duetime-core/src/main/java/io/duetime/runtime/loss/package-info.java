/** Repairs what a store has lost while this process had it open. Who is told comes from outside. */
@NullMarked
package io.duetime.runtime.loss;

import org.jspecify.annotations.NullMarked;

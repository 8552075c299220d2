/** Tests of the worker runtime. */
@NullMarked
package io.duetime.runtime.work;

import org.jspecify.annotations.NullMarked;

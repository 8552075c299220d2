/** Tests of the tools for asynchronous code. */
@NullMarked
package io.duetime.internal.async;

import org.jspecify.annotations.NullMarked;

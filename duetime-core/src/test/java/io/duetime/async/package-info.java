/** Tests of the tools for asynchronous code. */
@NullMarked
package io.duetime.async;

import org.jspecify.annotations.NullMarked;

/** Tests of the calls to an engine. */
@NullMarked
package io.duetime.runtime.call;

import org.jspecify.annotations.NullMarked;

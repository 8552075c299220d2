/** Tests of what producers ask for. */
@NullMarked
package io.duetime.runtime.produce;

import org.jspecify.annotations.NullMarked;

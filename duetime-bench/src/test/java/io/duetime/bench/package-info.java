@NullMarked
package io.duetime.bench;

import org.jspecify.annotations.NullMarked;

import { Injectable } from '@nestjs/common';
import { ProductDirectory, type ProductPair } from '../../master/product-directory.js';
import { OrderingDatabase } from '../ordering-database.js';
import { findProduct } from '../sql/lookups/find-product.js';

/** Finds single products in a database. */
@Injectable()
export class TypeOrmProductDirectory extends ProductDirectory {
  constructor(private readonly database: OrderingDatabase) {
    super();
  }

  find(pair: ProductPair, product: string): Promise<Uint8Array | undefined> {
    return findProduct(this.database, pair, product);
  }
}
